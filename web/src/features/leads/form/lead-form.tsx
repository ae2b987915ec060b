import { useCallback, useMemo, useEffect, useRef, useState } from 'react';
import { INTEREST_OPTIONS, type TreatmentInterest } from '@/lib/treatment-interests';
import { Button } from '@/ui/buttons/button';
import { ErrorNote } from '@/ui/feedback/notes';
import { SelectField } from '@/ui/fields/select-field';
import { Loading } from '@/ui/feedback/spinner';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { FormRefused, openForm, sendForm, type Faults, type Filled, type OpenForm } from './form-office';

export interface LeadFormProps {
  path: string;
  siteKey: string;
  /** The origin of the page around the form, or an empty text. */
  page: string;
}

type Opened = { form: OpenForm } | { refused: FormRefused } | null;

/** The public form of a practice: asks for it, lets it be filled in, and thanks. */
export function LeadForm({ path, siteKey, page }: LeadFormProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const [sent, setSent] = useState(false);

  const open = useCallback(() => {
    openForm(path, siteKey, page)
      .then((form) => setOpened({ form }))
      .catch((error: unknown) => setOpened({ refused: refusalOf(error) }));
  }, [path, siteKey, page]);
  useEffect(open, [open]);

  if (opened === null) return <Loading>Loading the form...</Loading>;
  if ('refused' in opened) {
    const { message, status } = opened.refused;
    return <ErrorNote onRetry={status === 0 || status >= 500 ? open : undefined}>{message}</ErrorNote>;
  }
  if (sent) return <Thanks practice={opened.form.practice} />;
  return <Fields form={opened.form} path={path} onSent={() => setSent(true)} />;
}

function Fields({ form, path, onSent }: { form: OpenForm; path: string; onSent: () => void }) {
  const { busy, problem, error, send } = useSubmit((reason) => refusalOf(reason).message);
  const faults = useMemo<Faults>(() => (error === undefined ? {} : refusalOf(error).faults), [error]);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [faults]);

  async function submit(fields: FormData) {
    await sendForm(path, form.ticket, filledIn(fields));
    onSent();
  }

  return (
    <form ref={place} onSubmit={send(submit)} className="grid gap-5">
      <h2 className="font-display text-3xl leading-tight font-medium">Contact {form.practice}</h2>
      <div role="alert" className="empty:hidden">
        {problem && <p className="rounded-xl bg-bad-wash px-4 py-3 font-medium text-bad">{problem}</p>}
      </div>
      <TextField label="Full Name" name="name" required maxLength={120} autoComplete="name" error={faults.name} />
      <div className="grid items-start gap-5 min-[34rem]:grid-cols-2">
        <TextField label="Email" name="email" type="email" maxLength={254} autoComplete="email" spellCheck={false} error={faults.email} />
        <TextField label="Phone" name="phone" type="tel" maxLength={40} autoComplete="tel" error={faults.phone} />
      </div>
      <SelectField label="Treatment Interest" name="treatment_interest" options={INTEREST_OPTIONS} defaultValue="" />
      <TextArea label="Message" name="message" maxLength={2000} error={faults.message} />
      <label className="flex items-start gap-3 text-[0.9375rem] text-slate">
        <input type="checkbox" name="consent" className="mt-0.5 size-6 shrink-0 accent-petrol" />
        {form.consent}
      </label>
      <label className="lead-form-decoy" aria-hidden="true">
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <Button type="submit" size="large" busy={busy} className="min-[34rem]:justify-self-start">
        {busy ? 'Sending…' : 'Send'}
      </Button>
      <p className="text-sm text-slate">
        Your message goes only to {form.practice}.{' '}
        <a href="/privacy-policy" target="_blank" rel="noreferrer" className="link">
          Privacy Policy
        </a>
      </p>
    </form>
  );
}

function Thanks({ practice }: { practice: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-2 py-10">
      <h2 ref={heading} tabIndex={-1} className="font-display text-3xl leading-tight font-medium outline-none">
        Thank you
      </h2>
      <p className="text-slate">{practice} received your message and will get back to you.</p>
    </div>
  );
}

function filledIn(fields: FormData): Filled {
  const text = (name: string) => String(fields.get(name) ?? '').trim() || null;
  return {
    name: text('name') ?? '',
    email: text('email'),
    phone: text('phone'),
    treatment_interest: text('treatment_interest') as TreatmentInterest | null,
    message: text('message'),
    consent: fields.has('consent'),
    website: text('website') ?? '',
  };
}

function refusalOf(error: unknown): FormRefused {
  return error instanceof FormRefused ? error : new FormRefused(String(error), 0);
}
