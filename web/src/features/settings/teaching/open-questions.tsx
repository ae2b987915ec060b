import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOr } from '@/api/answer';
import { shortDate } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { Section } from '@/ui/section';
import type { PartProps } from '../parts/part';
import { AnswerDrawer } from './answer-drawer';
import { dismissQuestions, questionsQuery, type QuestionGroup } from './queries';

const SHOWN = 3;

/** What patients asked and Mia could not answer: each is answered once, and she knows it from then on. */
export function OpenQuestions({ slug, timeZone, settings }: PartProps) {
  const query = useQuery(questionsQuery(slug));
  const [open, setOpen] = useState<QuestionGroup>();
  const days = settings.retention.value.content_days;
  return (
    <Section
      title="Questions Mia couldn’t answer"
      note={`From the last ${days} ${days === 1 ? 'day' : 'days'}, without names and numbers. Answer once, and Mia knows.`}
    >
      <div className="border-t border-line">
        <Loaded query={query} waiting="Loading questions" rows={3} explain={explain('Couldn’t load questions.')}>
          {({ groups }) =>
            groups.length === 0 ? (
              <EmptyNote title="No open questions">Questions show up here once a conversation ends.</EmptyNote>
            ) : (
              <ul>
                {groups.map((group) => (
                  <GroupRow key={group.question_ids[0]} slug={slug} timeZone={timeZone} group={group} onOpen={() => setOpen(group)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <AnswerDrawer slug={slug} group={open} facts={settings.facts} onClose={() => setOpen(undefined)} />
    </Section>
  );
}

interface GroupRowProps extends Pick<PartProps, 'slug' | 'timeZone'> {
  group: QuestionGroup;
  onOpen: () => void;
}

function GroupRow({ slug, timeZone, group, onOpen }: GroupRowProps) {
  const queries = useQueryClient();
  const say = useToast();
  const { busy, submit } = useSubmit(reasonOr('Couldn’t dismiss the question.'), say);
  const [first = '', ...others] = group.wordings;
  const times = group.question_ids.length;

  async function dismiss() {
    await dismissQuestions(slug, group.question_ids);
    await queries.invalidateQueries({ queryKey: questionsQuery(slug).queryKey });
    say('Question dismissed.');
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-break-word">{first}</p>
        {others.slice(0, SHOWN - 1).map((words) => (
          <p key={words} className="text-[0.9375rem] wrap-break-word text-slate">
            {words}
          </p>
        ))}
        <p className="mt-0.5 text-sm text-slate">
          {times === 1 ? 'Asked once' : `Asked ${times} times`}, {times === 1 ? '' : 'last '}
          {shortDate(group.last_asked_at, timeZone)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" onClick={onOpen}>
          Answer<span className="sr-only"> “{first}”</span>
        </Button>
        <Button variant="quiet" busy={busy} onClick={() => void submit(dismiss)}>
          Dismiss<span className="sr-only"> “{first}”</span>
        </Button>
      </div>
    </li>
  );
}
