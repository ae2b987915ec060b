import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { Switch } from '@/ui/fields/switch';
import { rulesQuery, useSecondFactorRule } from './queries';

/** What the practice asks of everyone who signs in; for those who may set it. */
export function SignInRules({ slug }: { slug: string }) {
  const query = useQuery(rulesQuery(slug));
  const [problem, setProblem] = useState<string>();
  const rule = useSecondFactorRule(slug, (error) => setProblem(reasonOf(error, 'Couldn’t change the rule.')));
  return (
    <Section title="Sign-in rules">
      <Loaded query={query} waiting="Loading the rules" rows={1} explain={explain('Couldn’t load the rules.')}>
        {(rules) => (
          <div className="grid gap-4 border-t border-line px-5 py-5 sm:px-6">
            <Switch
              label="Require a second factor"
              note="Everyone needs an authenticator app or passkey. Anyone without one sets it up on the next page they open."
              checked={rules.require_second_factor}
              onChange={(required) => {
                setProblem(undefined);
                rule.mutate(required);
              }}
            />
            <Problem>{problem}</Problem>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
