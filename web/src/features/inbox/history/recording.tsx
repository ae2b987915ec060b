import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answer, reasonOf } from '@/api/answer';
import { api } from '@/api/client';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import type { ActivityDetail } from './queries';

type State = ActivityDetail['recording'];

const WHY_NOT: Record<NonNullable<State['answer']>, string> = {
  granted: 'The caller agreed to recording. The audio is still being saved or has been deleted after the retention period.',
  refused: 'The caller declined recording.',
  unanswered: 'The caller did not agree to recording.',
  withdrawn: 'The caller withdrew consent. The recording was deleted.',
};

/** The sound of a call. It is fetched when someone asks for it, which the activity log notes, and kept nowhere. */
export function Recording({ slug, id, recording }: { slug: string; id: string; recording: State }) {
  const [url, setUrl] = useState<string>();
  const fetching = useMutation({
    mutationFn: () =>
      answer(
        api.GET('/api/clinics/{slug}/activities/{activity_id}/recording', {
          params: { path: { slug, activity_id: id } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (sound) => setUrl(URL.createObjectURL(sound as unknown as Blob)),
  });
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  return (
    <section aria-labelledby="recording" className="mt-8 border-t border-line pt-6">
      <h3 id="recording" className="font-display text-2xl font-medium">
        Recording
      </h3>
      {!recording.is_there && (
        <p className="mt-1 text-[0.9375rem] text-slate">
          {recording.answer ? WHY_NOT[recording.answer] : 'This call was not recorded.'}
        </p>
      )}
      {recording.is_there && !url && (
        <Button variant="secondary" className="mt-3" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          <Play aria-hidden="true" className="size-4" />
          Play the recording
        </Button>
      )}
      {url && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what is said stands below, with times: the transcript
        <audio controls autoPlay src={url} aria-label="Recording of the call" className="mt-3 w-full" />
      )}
      <Problem className="mt-3">
        {fetching.isError ? reasonOf(fetching.error, 'Couldn’t load the recording.') : undefined}
      </Problem>
    </section>
  );
}
