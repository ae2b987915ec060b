import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { Authenticator } from './authenticator';
import { CodesLeft } from './codes-left';
import { Passkeys } from './passkeys';
import { secondFactorQuery } from './queries';
import { RecoveryCodes } from './recovery-codes';

/** What the reader shows at sign-in besides the password. */
export function SecondFactors({ email, timeZone }: { email: string; timeZone: string }) {
  const query = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Section title="Second factor" note="Required at sign-in in addition to your password">
      <Loaded query={query} waiting="Loading your second factors" explain={explain('Couldn’t load your second factors.')}>
        {({ totp, passkeys, recovery_codes_left: left }) => (
          <div className="border-t border-line">
            <Authenticator on={totp} onCodes={setCodes} />
            <Passkeys passkeys={passkeys} timeZone={timeZone} onCodes={setCodes} />
            {(totp || passkeys.length > 0) && <CodesLeft left={left} onCodes={setCodes} />}
          </div>
        )}
      </Loaded>
      <RecoveryCodes codes={codes} email={email} onKept={() => setCodes(undefined)} />
    </Section>
  );
}
