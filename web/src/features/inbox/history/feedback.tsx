import { useQuery } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { feedbackQuery, useGiveFeedback, type Verdict } from './call-queries';

const THUMBS = [
  ['up', 'Thumbs up', ThumbsUp],
  ['down', 'Thumbs down', ThumbsDown],
] as const;

export interface FeedbackProps {
  slug: string;
  id: string;
  /** Whether there is a conversation to learn from. */
  learns: boolean;
}

/** How well Mia handled a call or chat, as someone of the practice sees it; with a thumb down goes what should have happened. */
export function Feedback({ slug, id, learns }: FeedbackProps) {
  const { data } = useQuery(feedbackQuery(slug, id));
  const give = useGiveFeedback(slug, id);
  const verdict = data?.verdict ?? null;
  const press = (pressed: Verdict) => give.mutate({ verdict: verdict === pressed ? null : pressed, remark: '' });
  return (
    <section aria-labelledby="feedback" className="mt-8 border-t border-line pt-6">
      <h3 id="feedback" className="font-display text-2xl font-medium">
        How did Mia do?
      </h3>
      <div className="mt-3 flex gap-2">
        {THUMBS.map(([value, label, Icon]) => (
          <button
            key={value}
            type="button"
            aria-label={label}
            aria-pressed={verdict === value}
            disabled={!data || give.isPending}
            onClick={() => press(value)}
            className={classNames(
              'grid size-11 place-items-center rounded-full border transition-colors disabled:opacity-55',
              verdict === value ? 'border-petrol bg-petrol text-on-petrol' : 'border-line-strong hover:bg-celadon',
            )}
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        ))}
      </div>
      {verdict === 'down' && <Remark slug={slug} id={id} learns={learns} remark={data?.remark ?? ''} />}
      <Problem className="mt-3">{give.isError ? reasonOf(give.error, 'Couldn’t save that.') : undefined}</Problem>
    </section>
  );
}

function Remark({ slug, id, learns, remark }: FeedbackProps & { remark: string }) {
  const field = useId();
  const say = useToast();
  const [text, setText] = useState(remark);
  const give = useGiveFeedback(slug, id);

  function save(event: FormEvent) {
    event.preventDefault();
    give.mutate(
      { verdict: 'down', remark: text.trim() },
      { onSuccess: () => say('Saved. Thanks for teaching Mia.'), onError: () => say('Couldn’t save that.') },
    );
  }

  return (
    <form onSubmit={save} className="mt-4">
      <label htmlFor={field} className="mb-1.5 block text-[0.9375rem] font-medium">
        What should have happened?
      </label>
      {learns && (
        <p id={`${field}-hint`} className="mb-1.5 text-sm text-slate">
          Mia learns from it: the conversation is kept under Settings, Mia, with invented names and numbers.
        </p>
      )}
      <textarea
        id={field}
        aria-describedby={learns ? `${field}-hint` : undefined}
        value={text}
        rows={3}
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
        className="block w-full rounded-xl border border-line-strong bg-paper px-4 py-3"
      />
      <Button type="submit" variant="secondary" busy={give.isPending} disabled={text.trim() === remark} className="mt-3">
        Save
      </Button>
    </form>
  );
}
