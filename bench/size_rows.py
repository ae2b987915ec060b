"""Statements that make a clinic's past out of its patients, set by set.

They run as superuser without row-level security and without triggers, after a temporary table ``people (n, id,
name_sealed, phone_sealed, phone_blind)`` and one of sealed sentences ``said (n, sealed)`` were filled. What is
drawn by chance repeats with ``setseed``.
"""

VISITS = 10
"""Treatments, and communications, of a patient on average."""

_DAYS = 1825
_UNKNOWN = 0.08
"""Share of the communications whose person is no one's patient."""

TREATMENTS = f"""
    INSERT INTO treatments (clinic_id, id, created_at, patient_id, service_id, treatment_name, family, status,
        performed_at, price_cents)
    SELECT %(clinic)s, uuidv7(at - now()), least(at, now() - random() * interval '1 day'), people.id, offer.id,
        offer.name, offer.family,
        CASE WHEN at > now() THEN 'scheduled' WHEN random() < 0.02 THEN 'pending' ELSE 'completed' END, at,
        offer.price_cents
    FROM (
        SELECT g / {VISITS} AS n, now() + interval '50 days' - random() * interval '{_DAYS} days' AS at,
            (hashint4(g / {VISITS}) & 1023) + (random() * random() * 3)::int * 5 AS taste
        FROM generate_series(0, %(people)s * {VISITS} - 1) AS g
    ) AS visit
    JOIN people ON people.n = visit.n
    JOIN (
        SELECT id, name, family, price_cents, row_number() OVER (ORDER BY position) - 1 AS number,
            count(*) OVER () AS offers
        FROM services WHERE clinic_id = %(clinic)s
    ) AS offer ON offer.number = visit.taste %% offer.offers
"""

CONTACTS = f"""
    CREATE TEMP TABLE contacts ON COMMIT DROP AS
    SELECT drawn.*, people.id AS patient_id, people.name_sealed,
        CASE WHEN random() < 0.25 THEN uuidv7(at - now()) END AS conversation_id
    FROM (
        SELECT now() - random() * interval '{_DAYS} days' AS at, random() < 0.6 AS inbound, random() AS way,
            random() AS fate, (random() * (%(people)s - 1))::int AS who, (random() * 999)::int AS said
        FROM generate_series(1, %(people)s * {VISITS})
    ) AS drawn
    JOIN people ON people.n = drawn.who
"""

CONVERSATIONS = """
    INSERT INTO conversations (clinic_id, id, created_at, channel, status, patient_id, started_at, ended_at,
        ended_reason, duration_seconds, summary_sealed)
    SELECT %(clinic)s, conversation_id, at, CASE WHEN way < 0.5 THEN 'phone' ELSE 'web_chat' END, 'closed',
        patient_id, at, at + interval '90 seconds', 'customer-ended-call', 90, said.sealed
    FROM contacts JOIN said ON said.n = contacts.said
    WHERE conversation_id IS NOT NULL
"""

MESSAGES = """
    INSERT INTO messages (clinic_id, id, created_at, conversation_id, position, role, text_sealed, at_ms)
    SELECT %(clinic)s, uuidv7(at - now()), at, conversation_id, turn,
        CASE WHEN turn %% 2 = 0 THEN 'assistant' ELSE 'user' END, said.sealed, turn * 4000
    FROM contacts
    JOIN said ON said.n = contacts.said
    CROSS JOIN generate_series(0, 3) AS turn
    WHERE conversation_id IS NOT NULL
"""

ACTIVITIES = f"""
    INSERT INTO activities (clinic_id, id, created_at, conversation_id, patient_id, name_sealed, action_type,
        channel, direction, status, occurred_at, outcome_sealed, value_cents, handled_seconds, first_answer_ms,
        asked_for_booking, booked)
    SELECT %(clinic)s, uuidv7(at - now()), at, conversation_id,
        CASE WHEN random() >= {_UNKNOWN} THEN patient_id END,
        name_sealed,
        CASE WHEN way < 0.55 THEN 'Call' ELSE 'Message' END,
        CASE WHEN way < 0.4 THEN 'phone' WHEN way < 0.55 THEN 'web_call' WHEN way < 0.65 THEN 'web_chat'
            WHEN way < 0.9 THEN 'sms' ELSE 'email' END,
        CASE WHEN inbound THEN 'inbound' ELSE 'outbound' END,
        CASE WHEN inbound THEN CASE WHEN fate < 0.3 THEN 'Booked' ELSE 'Answered' END
            WHEN fate < 0.15 THEN 'Rebooked' WHEN fate < 0.7 THEN 'Sent' WHEN fate < 0.9 THEN 'No Answer'
            WHEN fate < 0.97 THEN 'Failed' ELSE 'Scheduled' END,
        at, said.sealed, CASE WHEN fate < 0.15 THEN 45000 END, (way * 200)::int, 1500, inbound AND fate < 0.5,
        inbound AND fate < 0.3
    FROM contacts JOIN said ON said.n = contacts.said
"""

CALLERS = """
    INSERT INTO caller_grams (clinic_id, gram, activity_id)
    SELECT clinic_id, gram, activities.id
    FROM activities JOIN people USING (name_sealed) CROSS JOIN unnest(people.name_grams) AS gram
    WHERE clinic_id = %(clinic)s AND patient_id IS NULL
"""

TALLIES = """
    WITH treated AS (
        INSERT INTO treated_patients SELECT DISTINCT clinic_id, patient_id FROM treatments
        WHERE clinic_id = %(clinic)s RETURNING clinic_id
    )
    INSERT INTO treatment_tallies
    SELECT clinic_id, 'patients', 0, count(*) FROM treated GROUP BY clinic_id
    UNION ALL
    SELECT clinic_id, status, 0, count(*) FROM treatments WHERE clinic_id = %(clinic)s GROUP BY clinic_id, status
"""

FEEDBACK = """
    INSERT INTO call_feedback (clinic_id, activity_id, verdict, given_by, given_at)
    SELECT clinic_id, id, CASE WHEN random() < 0.1 THEN 'down' ELSE 'up' END, 'usr_bench', occurred_at
    FROM activities WHERE clinic_id = %(clinic)s AND action_type = 'Call' AND random() < 0.02
"""

THREADS = """
    INSERT INTO threads (clinic_id, id, created_at, patient_id, address_sealed, address_blind, last_at, waiting)
    SELECT %(clinic)s, uuidv7(), now() - interval '200 days', id, phone_sealed, phone_blind,
        now() - random() * interval '200 days', random() < 0.01
    FROM people WHERE n %% 5 = 0
    ON CONFLICT DO NOTHING
"""

TEXTS = """
    INSERT INTO texts (clinic_id, id, created_at, thread_id, author, text_sealed, state, answered)
    SELECT threads.clinic_id, uuidv7(), last_at - interval '1 hour' * turn, threads.id,
        CASE WHEN turn %% 2 = 0 THEN 'patient' ELSE 'mia' END, said.sealed,
        CASE WHEN turn %% 2 = 0 THEN 'received' ELSE 'delivered' END, true
    FROM threads CROSS JOIN generate_series(0, 5) AS turn JOIN said ON said.n = turn
    WHERE threads.clinic_id = %(clinic)s
"""

TASKS = """
    INSERT INTO tasks (clinic_id, id, created_at, kind, title, detail_sealed, phone_sealed, completed_at,
        completed_by)
    SELECT %(clinic)s, uuidv7(), now() - n * interval '10 minutes', 'call_back', 'Call back', said.sealed,
        people.phone_sealed, CASE WHEN people.n %% 10 > 0 THEN now() END,
        CASE WHEN people.n %% 10 > 0 THEN 'usr_bench' END
    FROM people JOIN said USING (n)
"""

SUPPRESSIONS = """
    INSERT INTO suppressions (clinic_id, id, created_at, address_blind, reason)
    SELECT %(clinic)s, uuidv7(), now(), phone_blind, 'stop' FROM people WHERE n %% 40 = 0
    ON CONFLICT DO NOTHING
"""

APPOINTMENTS = """
    INSERT INTO appointments (clinic_id, id, created_at, patient_id, service_id, provider_id, room_id, location_id,
        starts_at, ends_at, busy_until, status, source)
    SELECT %(clinic)s, uuidv7(), now() - interval '60 days', people.id, offer.id, place.provider_id, place.room_id,
        place.location_id, starts_at, starts_at + interval '30 minutes', starts_at + interval '35 minutes',
        CASE WHEN starts_at < now() THEN 'completed' ELSE 'booked' END, 'staff'
    FROM (
        SELECT number, date_trunc('day', now()) + day * interval '1 day' + slot * interval '45 minutes'
            + interval '14 hours' AS starts_at, (random() * (%(people)s - 1))::int AS who
        FROM generate_series(0, %(providers)s - 1) AS number, generate_series(-30, 60) AS day,
            generate_series(0, %(slots)s - 1) AS slot
    ) AS visit
    JOIN people ON people.n = visit.who
    JOIN (
        SELECT p.id AS provider_id, p.position AS number, r.id AS room_id, r.location_id
        FROM providers AS p JOIN rooms AS r ON r.clinic_id = p.clinic_id AND r.position = p.position
        WHERE p.clinic_id = %(clinic)s
    ) AS place ON place.number = visit.number
    CROSS JOIN LATERAL (
        SELECT id FROM services WHERE clinic_id = %(clinic)s ORDER BY (position + who) %% 7 LIMIT 1
    ) AS offer
"""

PAST = (
    TREATMENTS,
    CONTACTS,
    CONVERSATIONS,
    MESSAGES,
    ACTIVITIES,
    CALLERS,
    TALLIES,
    FEEDBACK,
    THREADS,
    TEXTS,
    TASKS,
    SUPPRESSIONS,
)
