import { AtSign, MessageSquareText, Voicemail } from 'lucide-react';

const DAY = [
  { time: '1:00', lee: 'Consultation', ortiz: '', laser: 'Laser' },
  { time: '2:00', lee: '', ortiz: 'Facial', laser: 'Laser' },
  { time: '3:00', lee: 'Botox', ortiz: 'mia', laser: '' },
];

function Visit({ name }: { name: string }) {
  const byMia = name === 'mia';
  return (
    <td className="h-14 border-t border-line p-1 align-top">
      {name && (
        <span className={`visit ${byMia ? 'bg-coral-wash' : 'bg-celadon'}`}>
          {byMia ? 'Facial' : name}
          {byMia && <span className="block text-coral">booked by Mia</span>}
        </span>
      )}
    </td>
  );
}

/** An afternoon in three columns, with the visit that came in overnight. */
export function DaySheet() {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">A sample afternoon</caption>
      <thead>
        <tr className="text-slate">
          <td className="w-11" />
          {['Dr. Lee', 'Nurse Ortiz', 'Laser room'].map((name) => (
            <th key={name} scope="col" className="px-1 pb-2 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {DAY.map(({ time, lee, ortiz, laser }) => (
          <tr key={time} className="align-top">
            <th scope="row" className="border-t border-line pt-2 font-normal text-slate tabular-nums">
              {time}
            </th>
            <Visit name={lee} />
            <Visit name={ortiz} />
            <Visit name={laser} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const THREADS = [
  { icon: Voicemail, text: '“Can you move me to Friday?”', then: 'Moved, Friday 2:30 PM' },
  { icon: MessageSquareText, text: '“What should I avoid before?”', then: 'Answered from your guide' },
  { icon: AtSign, text: '“How much is lip filler?”', then: 'Price given, consult offered' },
];

/** Three messages from three channels, each with what became of it. */
export function ThreadList() {
  return (
    <ul className="divide-y divide-line border-y border-line text-[0.9375rem]">
      {THREADS.map(({ icon: Icon, text, then }) => (
        <li key={text} className="flex gap-3 py-3">
          <Icon aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-slate" />
          <span>
            {text}
            <span className="block text-coral">{then}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const OVERDUE = [
  { what: 'Botox', since: '14 weeks', then: 'Booked' },
  { what: 'Hygiene visit', since: '8 months', then: 'Booked' },
  { what: 'Laser, session 3', since: '7 weeks', then: 'Will decide' },
];

/** Who is overdue, by how long, and what Mia's message brought. */
export function OverdueList() {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <caption className="sr-only">Sample overdue patients</caption>
      <tbody>
        {OVERDUE.map(({ what, since, then }) => (
          <tr key={what} className="border-t border-line">
            <th scope="row" className="py-3 font-normal">
              {what}
            </th>
            <td className="text-slate tabular-nums">{since}</td>
            <td className={then === 'Booked' ? 'text-right text-coral' : 'text-right text-slate'}>{then}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TRAIL = [
  { at: '7:58:04 PM', what: 'New inquiry', note: 'from your website' },
  { at: '7:58:09 PM', what: 'First response', note: 'after five seconds' },
  { at: '8:03 PM', what: 'Consult booked', note: 'Wednesday, 11:00 AM' },
];

/** From inquiry to consultation in five minutes. */
export function LeadTrail() {
  return (
    <ol className="lead-trail">
      {TRAIL.map(({ at, what, note }) => (
        <li key={at}>
          <span className="text-sm text-slate tabular-nums">{at}</span>
          <span className="font-semibold">{what}</span>
          <span className="text-[0.9375rem] text-slate">{note}</span>
        </li>
      ))}
    </ol>
  );
}
