import { CalendarPlus, Mail, MessageSquare, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { bookAddress, callAddress, writeAddress } from '@/lib/reach';
import { classNames } from '@/lib/class-names';
import { buttonClass } from './button';

export interface ReachActionsProps {
  slug: string;
  /** Their record; without one the booking form asks who it is. */
  patientId: string | null;
  /** Their lead, who is booked and written to as long as they have no record. */
  leadId?: string | null | undefined;
  /** What else says who they are, for the booking form: a conversation, a call, a task. */
  bookBy?: string | null | undefined;
  phone: string | null;
  /** Written to where there is no number. */
  email?: string | null;
  /** Where their texts are, if there are any. */
  threadId?: string | null;
  /** Why they can't be texted, or booked. */
  noText?: string | null;
  noBook?: string | null;
  may: { book: boolean; text: boolean };
  /** They are shown where one writes to them: there Text is the box below, and room is scarce. */
  inThread?: boolean;
}

/** Book, Call and Text a person, from wherever they are shown. What can't be done says why. */
export function ReachActions(props: ReachActionsProps) {
  const { slug, patientId, leadId, bookBy, phone, noBook, may, inThread } = props;
  const look = inThread ? SMALL : buttonClass('secondary');
  const word = inThread ? 'max-sm:sr-only' : '';
  const text = inThread ? null : writeLink(props);
  return (
    <div role="group" aria-label="Reach" className={classNames('flex flex-wrap gap-y-2 empty:hidden', !inThread && 'gap-x-3')}>
      {may.book && !noBook && (
        <Link to={bookAddress(slug, patientId ?? leadId ?? bookBy ?? null)} className={look}>
          <CalendarPlus {...ICON} />
          <span className={word}>Book</span>
        </Link>
      )}
      {phone && (
        <a href={callAddress(phone)} className={look}>
          <Phone {...ICON} />
          <span className={word}>Call</span>
        </a>
      )}
      {text && (
        <Link to={text.to} className={look}>
          {text.label === 'Email' ? <Mail {...ICON} /> : <MessageSquare {...ICON} />}
          {text.label}
        </Link>
      )}
      {reasonsOf(props).map((reason) => (
        <p key={reason} className="basis-full text-sm text-slate">
          {reason}
        </p>
      ))}
    </div>
  );
}

const ICON = { 'aria-hidden': true, className: 'size-4.5' } as const;
const SMALL = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2.5 font-semibold transition-colors hover:bg-celadon';

/** Text, or Email where there is no number; where one may only read what was written, Messages. */
function writeLink({ slug, patientId, leadId, phone, email, threadId, noText, may }: ReachActionsProps) {
  const canText = may.text && !noText;
  const whom = patientId ?? leadId;
  if (threadId) return { label: canText ? 'Text' : 'Messages', to: `/dashboard/${slug}/messages?thread=${threadId}` };
  if (!whom || !may.text) return null;
  if (phone) return canText ? { label: 'Text', to: writeAddress(slug, whom, 'sms') } : null;
  return email ? { label: 'Email', to: writeAddress(slug, whom, 'email') } : null;
}

function reasonsOf({ patientId, leadId, phone, threadId, noText, noBook, may, inThread }: ReachActionsProps): string[] {
  const refused = [!may.book && 'book', !may.text && !inThread && 'text'].filter(Boolean);
  const stranger = !(patientId ?? leadId) && !threadId;
  return [
    refused.length > 0 && `Your role can’t ${refused.join(' or ')}.`,
    may.book && noBook,
    !phone && 'No phone number on file.',
    phone && may.text && !inThread && (noText ? `Can’t text: ${noText}.` : stranger && 'Can’t text yet: no patient record.'),
  ].filter((reason): reason is string => Boolean(reason));
}
