import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '@/ui/buttons/button';
import { Devices } from './devices';
import { PasswordForm } from './password-form';
import { SecondFactors } from './second-factors';
import { StepUpProvider } from './step-up';

export interface SecurityProps {
  user: { email: string; name: string };
  timeZone: string;
  /** Leaves the page when this device was signed out with all others. */
  left: () => void;
}

/** How the reader signs in, and where they are signed in. */
export function Security({ user, timeZone, left }: SecurityProps) {
  return (
    <StepUpProvider>
      <SecondFactors email={user.email} timeZone={timeZone} />
      <PasswordForm email={user.email} name={user.name} />
      <Devices timeZone={timeZone} left={left} />
    </StepUpProvider>
  );
}

export interface EnrolmentNoticeProps {
  /** Whether the second factor is there by now. */
  done: boolean;
  /** The clinic that waits, or null. */
  home: string | null;
}

/** For someone whose practice asks for a second factor: first why they are here, then the way on. */
export function EnrolmentNotice({ done, home }: EnrolmentNoticeProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card bg-celadon p-6">
      {done ? <ShieldCheck {...ICON} /> : <ShieldAlert {...ICON} />}
      <p className="min-w-0 flex-1 basis-64">
        <span className="block font-semibold">
          {done ? 'Your second factor is set up' : 'Your practice requires a second factor'}
        </span>
        {!done && 'Set up an authenticator app or a passkey below to continue to the clinic.'}
      </p>
      {done && home && (
        <Link to={home} className={buttonClass()}>
          Continue to your clinic
        </Link>
      )}
    </div>
  );
}

const ICON = { 'aria-hidden': true, className: 'size-6 shrink-0 text-petrol' } as const;
