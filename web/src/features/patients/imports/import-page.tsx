import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { explain, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { Confirmed } from './download-button';
import { EarlierImports } from './earlier';
import { MappingForm } from './mapping-form';
import { Progress } from './progress';
import { dropImport, importQuery, importsQuery, isUnderWay, useImportKnown, type PatientImport } from './queries';
import { CheckReport, DoneReport } from './report';
import { Upload } from './upload';
import { failureWords, stateWords } from './words';

const explainImport = explain('Couldn’t load the import.');

export interface ImportPageProps {
  slug: string;
  timeZone: string;
  /** For who may take patients out as a file. */
  confirmed?: Confirmed | undefined;
}

/** Patients from a file: choose it, say what its columns are, see what would come, import, take back. */
export function ImportPage({ slug, timeZone, confirmed }: ImportPageProps) {
  const [params, setParams] = useSearchParams();
  const id = params.get('import');
  const open = (chosen: string | null) => setParams(chosen ? { import: chosen } : {});
  return (
    <>
      {id ? (
        <OneImport key={id} slug={slug} id={id} close={() => open(null)} confirmed={confirmed} />
      ) : (
        <Upload slug={slug} onUploaded={open} />
      )}
      <EarlierImports slug={slug} timeZone={timeZone} open={open} chosen={id} />
    </>
  );
}

interface OneImportProps {
  slug: string;
  id: string;
  close: () => void;
  confirmed: Confirmed | undefined;
}

function OneImport({ slug, id, close, confirmed }: OneImportProps) {
  const query = useQuery(importQuery(slug, id));
  return (
    <>
      <Loaded query={query} waiting="Loading the import" explain={explainImport}>
        {(made) => <Stage slug={slug} made={made} confirmed={confirmed} />}
      </Loaded>
      {query.data && <WaysOut slug={slug} made={query.data} close={close} />}
    </>
  );
}

/** What can be done now, by where the import stands. */
function Stage({ slug, made, confirmed }: { slug: string; made: PatientImport; confirmed: Confirmed | undefined }) {
  if (isUnderWay(made)) return <UnderWay made={made} />;
  switch (made.state) {
    case 'read':
      return <MappingForm slug={slug} made={made} />;
    case 'checked':
      return <CheckReport slug={slug} made={made} confirmed={confirmed} />;
    case 'done':
    case 'undone':
      return <DoneReport slug={slug} made={made} confirmed={confirmed} />;
    case 'failed':
      return <Stopped made={made} words={failureWords(made.failure)} />;
    default:
      return <Stopped made={made} words="The upload was interrupted. Choose the file again." />;
  }
}

function UnderWay({ made }: { made: PatientImport }) {
  return (
    <Section title={stateWords(made)} note="You can leave this page. The import continues in the background.">
      <div className="px-5 pb-3 sm:px-6">
        <Progress label={made.file_name} done={made.done} of={made.pieces} />
      </div>
    </Section>
  );
}

function Stopped({ made, words }: { made: PatientImport; words: string }) {
  return (
    <Section title={stateWords(made)} note={made.file_name}>
      <p role="alert" className="mx-5 mb-6 rounded-xl bg-bad-wash px-4 py-3 font-medium text-bad sm:mx-6">
        {words}
      </p>
    </Section>
  );
}

/** Another file, other columns, or none of it. */
function WaysOut({ slug, made, close }: { slug: string; made: PatientImport; close: () => void }) {
  const { busy, submit } = useSubmit(reasonOr('Couldn’t remove the file. Please try again.'), useToast());
  const known = useImportKnown(slug);
  const queries = useQueryClient();
  const ended = made.state === 'done' || made.state === 'undone';

  async function drop() {
    await dropImport(slug, made.id);
    await queries.invalidateQueries({ queryKey: importsQuery(slug).queryKey });
    close();
  }

  if (isUnderWay(made)) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {made.state === 'checked' && (
        <Button variant="secondary" onClick={() => known({ ...made, state: 'read' })}>
          Change the columns
        </Button>
      )}
      {ended ? (
        <Button variant="secondary" onClick={close}>
          Import another file
        </Button>
      ) : (
        <Button variant="quiet" busy={busy} onClick={() => void submit(drop)}>
          Remove this file
        </Button>
      )}
    </div>
  );
}
