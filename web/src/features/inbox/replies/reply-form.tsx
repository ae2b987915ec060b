import { faultsIn, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { useReplies, type SavedReply } from './queries';

export interface ReplyFormProps {
  slug: string;
  /** What is changed; a new reply without. */
  reply: SavedReply | undefined;
  /** The message that is being written, which may become a reply. */
  draft: string;
  onDone: () => void;
}

/** A saved reply's title and text. */
export function ReplyForm({ slug, reply, draft, onDone }: ReplyFormProps) {
  const { save } = useReplies(slug);
  const { busy, problem, error, send } = useSubmit(reasonOr('Couldn’t save the reply. Please try again.'));
  const faults = faultsIn(error);
  const kept = async (form: FormData) => {
    await save(reply?.id, { title: String(form.get('title')).trim(), text: String(form.get('text')).trim() });
    onDone();
  };
  return (
    <form onSubmit={send(kept)} className="mt-4 grid gap-4">
      <TextField label="Title" name="title" required maxLength={60} defaultValue={reply?.title} error={faults['title']} autoComplete="off" />
      <div>
        <TextArea label="Text" name="text" required rows={5} maxLength={1600} defaultValue={reply?.text ?? draft} error={faults['text']} />
        <p className="mt-1.5 text-sm text-slate">
          {'{first name}, {my name} and {practice} are filled in when you insert the reply.'}
        </p>
      </div>
      <Problem>{problem}</Problem>
      <p className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          Back
        </Button>
        <Button type="submit" busy={busy}>
          Save reply
        </Button>
      </p>
    </form>
  );
}
