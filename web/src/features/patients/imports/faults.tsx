import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { Badge } from '@/ui/badge';
import { Loaded } from '@/ui/feedback/loaded';
import { DownloadButton, type Confirmed } from './download-button';
import { badRows, faultsQuery, type PatientImport, type Which } from './queries';
import { counted, countOf } from './words';

const explainFaults = explain('Couldn’t load the file’s errors.');

interface FaultsProps {
  slug: string;
  made: PatientImport;
  /** For who may take patients out as a file. */
  confirmed: Confirmed | undefined;
}

/** What is wrong, line by line as the spreadsheet counts them, and the rows as a file. */
export function Faults({ slug, made, confirmed }: FaultsProps) {
  const wrong = countOf(made, 'refused') + countOf(made, 'warned');
  const query = useQuery({ ...faultsQuery(slug, made.id, made.state), enabled: wrong > 0 });
  if (wrong === 0) return null;
  return (
    <>
      {confirmed && <Downloads slug={slug} made={made} confirmed={confirmed} />}
      <Loaded query={query} waiting="Loading errors" explain={explainFaults}>
        {(faults) => (
          <table className="w-full text-left">
            <caption className="px-5 pb-3 text-left font-medium sm:px-6">
              Errors{wrong > faults.length ? ` (the first ${faults.length})` : ''}
            </caption>
            <thead className="border-y border-line text-[0.9375rem] text-slate">
              <tr>
                <th scope="col" className="w-20 py-3 pl-5 font-medium sm:pl-6">
                  Line
                </th>
                <th scope="col" className="py-3 font-medium">
                  Problem
                </th>
                <th scope="col" className="py-3 pr-5 text-right font-medium sm:pr-6">
                  Row
                </th>
              </tr>
            </thead>
            <tbody>
              {faults.map((fault) => (
                <tr key={`${fault.line} ${fault.field}`} className="border-b border-line last:border-b-0">
                  <td className="py-3 pl-5 tabular-nums sm:pl-6">{fault.line}</td>
                  <td className="py-3">{fault.words}</td>
                  <td className="py-3 pr-5 text-right sm:pr-6">
                    <Badge tone={fault.refused ? 'bad' : 'warn'}>{fault.refused ? 'skipped' : 'imported without'}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </>
  );
}

const FILES: readonly { rows: Which; count: 'refused' | 'warned'; label: string; file: string }[] = [
  { rows: 'left_out', count: 'refused', label: 'skipped', file: 'rows-skipped.csv' },
  { rows: 'partial', count: 'warned', label: 'incomplete', file: 'rows-incomplete.csv' },
];

/** The rows that need work, in the file's own columns with the reason in the last. */
function Downloads({ slug, made, confirmed }: FaultsProps & { confirmed: Confirmed }) {
  return (
    <div className="grid gap-3 px-5 pb-6 sm:px-6">
      <p className="text-[0.9375rem] text-slate">
        Download the rows with the reason in the last column, fix them in a spreadsheet, and import that file.
      </p>
      <div className="flex flex-wrap gap-3">
        {FILES.filter(({ count }) => countOf(made, count) > 0).map(({ rows, count, label, file }) => (
          <DownloadButton
            key={rows}
            label={`Download ${counted(countOf(made, count), `${label} row`)}`}
            file={file}
            content={(password) => badRows(slug, made.id, rows, password)}
            confirmed={confirmed}
            failure="Couldn’t download the rows."
          />
        ))}
      </div>
    </div>
  );
}
