import { selectClass } from './mapping-form';
import type { Choices, TreatmentName } from './queries';
import { counted, nameNote } from './words';

interface TreatmentNamesProps {
  names: readonly TreatmentName[];
  services: readonly { id: string; name: string }[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

/** Treatments that the practice calls otherwise, the most frequent first, and what each is here. */
export function TreatmentNames({ names, services, choices, onChoose }: TreatmentNamesProps) {
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="treatment-names" className="border-t border-line">
      <div className="px-5 py-4 sm:px-6">
        <h3 id="treatment-names" className="font-medium">
          {counted(names.length, 'treatment')} not in your services
        </h3>
        <p className="text-[0.9375rem] text-slate">
          Match each to a service, keep it in the patient’s history as written (no recall follows), or skip these visits. Your
          next import remembers it.
        </p>
      </div>
      <ul className="max-h-96 overflow-y-auto border-y border-line" aria-labelledby="treatment-names">
        {names.map((each) => (
          <li
            key={each.name}
            className="grid items-center gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_16rem] sm:px-6"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{each.name}</p>
              <p className="text-[0.9375rem] text-slate">{nameNote(each)}</p>
            </div>
            <select
              aria-label={`Service for ${each.name}`}
              value={choices[each.name] ?? each.meaning}
              onChange={(event) => onChoose({ ...choices, [each.name]: event.target.value })}
              className={selectClass}
            >
              <option value="skip">Skip these visits</option>
              <option value="keep">Keep as written</option>
              <optgroup label="Your services">
                {offered(services, each.meaning).map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            </select>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The services, and what a name was taken for that is not offered anymore. */
function offered(services: TreatmentNamesProps['services'], meaning: string) {
  const known = meaning === 'skip' || meaning === 'keep' || services.some(({ id }) => id === meaning);
  return known ? services : [...services, { id: meaning, name: 'A retired service' }];
}
