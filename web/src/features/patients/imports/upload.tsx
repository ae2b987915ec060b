import { FileUp } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { reasonOr } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useSubmit } from '@/ui/hooks/use-submit';
import { Progress } from './progress';
import { beginImport, sendParts, take, useImportKnown } from './queries';

export interface UploadProps {
  slug: string;
  /** Called with the import's id once its file is there. */
  onUploaded: (id: string) => void;
}

/** A file chosen or dropped, sent in parts. */
export function Upload({ slug, onUploaded }: UploadProps) {
  const [sent, setSent] = useState<{ name: string; done: number; parts: number }>();
  const { problem, submit } = useSubmit(reasonOr('Couldn’t upload the file. Please try again.'));
  const [over, setOver] = useState(false);
  const known = useImportKnown(slug);

  async function send(file: File | undefined) {
    if (!file) return;
    const done = await submit(async () => {
      const made = await beginImport(slug, file);
      setSent({ name: file.name, done: 0, parts: made.parts });
      await sendParts(slug, made, file, (done) => setSent({ name: file.name, done, parts: made.parts }));
      known(await take(slug, made.id, 'read'));
      onUploaded(made.id);
    });
    if (!done) setSent(undefined);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  }

  return (
    <Section title="Choose a file" note="CSV from your practice software. You’ll see a preview before anything is imported.">
      <div className="px-5 pb-6 sm:px-6">
        {problem && <Problem>{problem}</Problem>}
        {sent ? (
          <Progress label={`Uploading ${sent.name}`} done={sent.done} of={sent.parts} />
        ) : (
          <label
            onDragOver={(event) => (event.preventDefault(), setOver(true))}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={classNames(
              'grid cursor-pointer justify-items-center gap-2 rounded-2xl border border-dashed px-6 py-12 text-center transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol',
              over ? 'border-petrol bg-celadon' : 'border-line-strong hover:border-petrol hover:bg-celadon/40',
            )}
          >
            <FileUp aria-hidden="true" className="size-7 text-petrol" />
            <span className="font-semibold">Choose a CSV file</span>
            <span className="text-[0.9375rem] text-slate">or drop it here, up to 64 MB and 500,000 rows</span>
            <input
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              onChange={(event) => void send(event.target.files?.[0])}
              className="sr-only"
            />
          </label>
        )}
      </div>
    </Section>
  );
}
