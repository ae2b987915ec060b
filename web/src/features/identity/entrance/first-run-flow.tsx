import { memo, useEffect, useState } from 'react';
import { reasonOf } from '@/api/answer';
import { LOGIN } from '@/lib/session/return-path';
import { ownTimeZone, timeZones, zoneName } from '@/lib/time/time-zones';
import { Button, buttonClass } from '@/ui/buttons/button';
import { NewPasswordField } from '@/ui/fields/new-password-field';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { LEAVING, Refused, useSubmit } from '@/ui/hooks/use-submit';
import { askWhetherNeeded, found, type Founding, type Need } from './first-run-calls';
import { ProblemBox, useFocusOnArrival, ViewTitle, Waiting } from './frame';
import { whereTo } from './sign-in';

export interface FirstRunFlowProps {
  goTo: (path: string) => void;
  /** False in the prerendered page, which asks no one anything. */
  alive: boolean;
}

/** The views of `/first-run`: looking, the form, or nothing left to do. */
export function FirstRunFlow({ goTo, alive }: FirstRunFlowProps) {
  const [need, setNeed] = useState<Need>();
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let current = true;
    if (alive) void askWhetherNeeded().then((result) => current && setNeed(result));
    return () => void (current = false);
  }, [alive, attempt]);

  if (!need) {
    return (
      <>
        <ViewTitle title="Set Up Mia" />
        <Waiting>Checking whether Mia is set up...</Waiting>
      </>
    );
  }
  if ('problem' in need) {
    const retry = () => {
      setNeed(undefined);
      setAttempt(attempt + 1);
    };
    return (
      <>
        <ViewTitle title="Set Up Mia" announced />
        <p role="alert" className="mt-3 text-lg">{need.problem}</p>
        <Button onClick={retry} className="mt-8">Try again</Button>
      </>
    );
  }
  return need.needed ? <FoundingForm goTo={goTo} /> : <AlreadySetUp />;
}

function AlreadySetUp() {
  return (
    <>
      <ViewTitle title="Mia Is Set Up" announced>
        The first practice is set up. Its Clinic Administrator can invite others from the Team page.
      </ViewTitle>
      <a href={LOGIN} className={`mt-8 ${buttonClass('primary', 'large')}`}>
        Log In
      </a>
    </>
  );
}

type Typed = Omit<Founding, 'timezone'>;

const EMPTY: Typed = { code: '', practice: '', name: '', email: '', password: '' };

function FoundingForm({ goTo }: { goTo: (path: string) => void }) {
  const [values, setValues] = useState(EMPTY);
  const { busy, problem, send } = useSubmit(reasonOf);
  const set = (name: keyof Typed) => (value: string) => setValues({ ...values, [name]: value });

  async function begin(fields: FormData) {
    const timezone = String(fields.get('timezone'));
    const founded = await found({ ...values, timezone, code: values.code.trim(), email: values.email.trim() });
    if ('problem' in founded) throw new Refused(founded.problem);
    const next = whereTo(founded.session, '');
    const [clinic] = founded.session.clinics;
    const setup = clinic && `/dashboard/${clinic.slug}/setup`;
    goTo('goTo' in next ? (next.goTo === founded.session.home && setup) || next.goTo : LOGIN);
    return LEAVING;
  }

  return (
    <>
      <ViewTitle title="Set Up Mia">Create the first practice. You will be its Clinic Administrator.</ViewTitle>
      <form onSubmit={send(begin)} className="mt-8 grid gap-5">
        <ProblemBox>{problem}</ProblemBox>
        <Fields values={values} set={set} />
        <NewPasswordField
          label="Password"
          value={values.password}
          onChange={set('password')}
          about={[values.name, values.email, values.practice]}
        />
        <Button type="submit" size="large" busy={busy} disabled={values.password === ''} className="w-full">
          {busy ? 'Setting Up...' : 'Set Up Mia'}
        </Button>
      </form>
    </>
  );
}

/** Begins with the zone of the browser. Hundreds of choices, which are not drawn again at every letter typed beside them. */
const ZoneField = memo(function ZoneField() {
  const [own] = useState(ownTimeZone);
  return (
    <SelectField label="Practice time zone" name="timezone" defaultValue={own} options={zoneOptions(own)} required />
  );
});

/** Those of the United States by their name, then all the others; the browser's own is always among them. */
function zoneOptions(own: string): { value: string; label: string }[] {
  const { home, world } = timeZones();
  const others = home.includes(own) || world.includes(own) ? world : [own, ...world];
  return [
    ...home.map((zone) => ({ value: zone, label: zoneName(zone) })),
    ...others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ];
}

interface FieldsProps {
  values: Typed;
  set: (name: keyof Typed) => (value: string) => void;
}

function Fields({ values, set }: FieldsProps) {
  const first = useFocusOnArrival<HTMLInputElement>(true);
  const bind = (name: keyof Typed) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name)(event.target.value),
    required: true,
  });
  return (
    <>
      <TextField
        ref={first}
        label="One-time code"
        hint="Printed by the server at startup. Works once."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('code')}
      />
      <TextField label="Practice" autoComplete="organization" maxLength={120} {...bind('practice')} />
      <ZoneField />
      <TextField label="Your name" autoComplete="name" maxLength={120} {...bind('name')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...bind('email')}
      />
    </>
  );
}
