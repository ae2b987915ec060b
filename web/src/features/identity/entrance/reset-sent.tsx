import { useEffect, useState } from 'react';
import { answer } from '@/api/answer';
import { api } from '@/api/client';
import { buttonClass } from '@/ui/buttons/button';
import { TEXT_LINK, ViewTitle } from './frame';

/** Said whether or not the address has an account, so that no one can find out by asking. */
export function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <>
      <ViewTitle title="Reset Link Sent!" announced />
      <p className="mt-3 text-lg">
        If <strong className="font-semibold wrap-anywhere">{email}</strong> has a Mia account, we’ve sent an email.
      </p>
      <p className="mt-3 text-slate">
        The link works once and expires in 30 minutes. If you don’t see it, check your spam folder or ask your Clinic Administrator which address you were invited with.
      </p>
      <SandboxNote />
      <a href="#log-in" onClick={onBack} className={`mt-8 ${buttonClass('secondary', 'large')}`}>
        Back to Login
      </a>
    </>
  );
}

/** Where to look on a machine from which no mail leaves: someone who tries Mia out would wait in vain. */
function SandboxNote() {
  const [sandbox, setSandbox] = useState(false);
  useEffect(() => {
    let current = true;
    answer(api.GET('/api/site')).then(
      (site) => current && setSandbox(site.mail_stays_here),
      () => undefined, // the note is a convenience
    );
    return () => void (current = false);
  }, []);

  return (
    <div role="status" className="empty:hidden">
      {sandbox && (
        <p className="mt-5 rounded-xl bg-info-wash px-4 py-2 text-info">
          This demo doesn’t send real email.{' '}
          <a href="/sandbox/mail" className={`${TEXT_LINK} text-info`}>
            Read it here
          </a>
        </p>
      )}
    </div>
  );
}
