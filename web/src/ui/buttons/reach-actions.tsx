import { CalendarPlus, MessageSquare, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from './button';

export interface ReachActionsProps {
  slug: string;
  /** Whom to book; without a record the form asks who it is. */
  patientId: string | null;
  phone: string | null;
  /** Where their texts are; without it there is nothing to open. */
  threadId?: string | null;
  mayBook: boolean;
}

/** Book, Call and Text a person, from wherever they are shown. Only ids stand in the addresses. */
export function ReachActions({ slug, patientId, phone, threadId, mayBook }: ReachActionsProps) {
  const plain = buttonClass('secondary');
  return (
    <div role="group" aria-label="Reach" className="flex flex-wrap gap-3 empty:hidden">
      {mayBook && (
        <Link to={`/dashboard/${slug}/calendar?book=${patientId ?? 'new'}`} className={plain}>
          <CalendarPlus aria-hidden="true" className="size-4.5" />
          Book
        </Link>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={plain}>
          <Phone aria-hidden="true" className="size-4.5" />
          Call
        </a>
      )}
      {threadId && (
        <Link to={`/dashboard/${slug}/messages?thread=${threadId}`} className={plain}>
          <MessageSquare aria-hidden="true" className="size-4.5" />
          Text
        </Link>
      )}
    </div>
  );
}
