"""The inbox as other rooms see it."""

from mia.clinic.consent.service import MessageClass, SuppressionReason
from mia.clinic.inbox.callers import find_caller
from mia.clinic.inbox.conversations import (
    Channel,
    Conversation,
    Line,
    abandon_conversation,
    close_conversation,
    comes_from,
    count_chats_of,
    count_visitors_now,
    find_by_voice_id,
    get_conversation,
    link_patient,
    list_expired_visitors,
    list_unfinished,
    lock_visitors,
    note_activity,
    open_conversation,
    purge_content,
    start_conversation,
)
from mia.clinic.inbox.dialing import CallClaim, check_free, dial
from mia.clinic.inbox.historical_import import PastContact, import_contacts
from mia.clinic.inbox.history import (
    Activity,
    ActivityDetail,
    ActivitySearch,
    ActivityStatus,
    Result,
    count_by_channel,
    get_activity,
    is_in_history,
    note_in_progress,
    note_name,
    note_result,
    search_activities,
)
from mia.clinic.inbox.jobs import register_texting
from mia.clinic.inbox.nobody import UNKNOWN_CALLER, unknown_name
from mia.clinic.inbox.notes.service import add_note, list_notes_of, purge_notes
from mia.clinic.inbox.of_patient import last_contacts, list_contacts, list_texts_with
from mia.clinic.inbox.outbound import (
    OutboundContact,
    change_outbound,
    get_status,
    note_outbound,
    tie_conversation,
    withdraw_outbound,
)
from mia.clinic.inbox.ports import (
    CallOutcomeUnknown,
    CallRefused,
    OutboundCall,
    OutboundCalls,
    OutcomeUnknown,
    SendReceipt,
    SmsMessage,
    SmsRejected,
    SmsSender,
)
from mia.clinic.inbox.queue.service import Task, complete_task, list_tasks
from mia.clinic.inbox.recordings import (
    RecordingAnswer,
    drop_recordings,
    keep_recording,
    note_recording_answer,
    play_recording,
)
from mia.clinic.inbox.retention import (
    PersonRecord,
    TalkRecord,
    erase_person,
    list_held,
    note_voice_erased,
    purge_old_content,
    read_person,
)
from mia.clinic.inbox.simulated import add_simulated
from mia.clinic.inbox.talks import (
    TextTalk,
    begin_talk,
    claim_answer,
    find_thread_of_talk,
    give_up_answer,
    is_reply,
    last_question,
    list_handed_back,
    list_said,
    patient_of_thread,
    store_answer,
)
from mia.clinic.inbox.tasks import (
    TASK_DONE,
    URGENT_TASK,
    TaskKind,
    has_task,
    is_done,
    is_task_open,
    list_open_urgent,
    open_task,
    tell_tasks,
    what_is_open,
)
from mia.clinic.inbox.threads.emails import LARGEST as LARGEST_MAIL
from mia.clinic.inbox.threads.historical import PastText, import_texts
from mia.clinic.inbox.threads.mail_intake import ArrivedMail, MailIntake, MailVerdict
from mia.clinic.inbox.threads.mailing import note_mailed
from mia.clinic.inbox.threads.owning import link_numbers
from mia.clinic.inbox.threads.reach import Reach, find_reach
from mia.clinic.inbox.threads.receiving import (
    OPTED_OUT,
    TEXT_RECEIVED,
    InboundText,
    opt_out,
    receive_mail,
    receive_text,
)
from mia.clinic.inbox.threads.reply_tokens import reply_token
from mia.clinic.inbox.threads.service import (
    LONGEST_TEXT,
    TAKEN_OVER,
    Mode,
    Text,
    Thread,
    address_of_thread,
    ensure_thread,
    find_thread_of,
    get_thread,
    hand_back,
    search_threads,
    take_over,
    write_as_staff,
)
from mia.clinic.inbox.threads.strangers import list_strangers, newest_strangers
from mia.clinic.inbox.threads.text_retention import erase_texts, purge_texts, read_texts
from mia.clinic.inbox.threads.texting import (
    TEXT_QUEUED,
    TEXT_SETTLED,
    OutboundText,
    deliver_text,
    get_text,
    note_receipt,
    queue_text,
)
