import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { CheckCards } from '@/ui/fields/check-cards';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { RadioCards } from '@/ui/fields/radio-cards';
import { SelectField } from '@/ui/fields/select-field';
import { TextArea } from '@/ui/fields/text-area';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { CHANNELS, KINDS, SOURCES } from './consent-words';
import {
  consentTextsQuery,
  optIn,
  recordConsent,
  recordRefusal,
  useFreshPatients,
  type Channel,
  type ConsentBody,
  type Evidence,
  type MessageClass,
  type Profile,
} from './queries';

export interface ConsentDialogProps {
  slug: string;
  profile: Profile;
  open: boolean;
  onClose: () => void;
}

const WIDTH = 'w-[min(34rem,calc(100vw-2rem))]';

const CHOICES = [
  { value: 'written', label: 'Agrees in writing', note: 'Signed on paper or in a form' },
  { value: 'express', label: 'Agrees verbally' },
  { value: 'refuse', label: 'Declines', note: 'Takes effect immediately and overrides earlier consent' },
];

/** Writes down what a patient agrees to or does not want anymore, with its proof. */
export function ConsentDialog({ open, onClose, ...rest }: ConsentDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Record consent" className={WIDTH}>
      <ConsentForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function ConsentForm({ slug, profile, onClose }: Omit<ConsentDialogProps, 'open'>) {
  const [choice, setChoice] = useState('written');
  const [channel, setChannel] = useState<Channel>('sms');
  const [kinds, setKinds] = useState<string[]>(['recall']);
  const say = useToast();
  const refresh = useFreshPatients(slug);
  const texts = useQuery(consentTextsQuery(slug)).data?.items;
  const kind = { sms: 'text_messages', call: 'ai_calls', ai_voice: 'ai_calls', email: undefined }[channel];
  const own = choice === 'written' ? texts?.find((text) => text.kind === kind)?.words : undefined;

  async function save(evidence: Evidence) {
    const body: ConsentBody = {
      ...evidence,
      channel,
      message_classes: kinds as MessageClass[],
      basis: choice === 'express' ? 'express' : 'written',
    };
    await (choice === 'refuse' ? recordRefusal : recordConsent)(slug, profile.record.id, body);
    await refresh();
    say('Recorded. The details are in the timeline.');
    onClose();
  }

  return (
    <EvidenceForm onClose={onClose} save={save} action="Record" ready={kinds.length > 0} words="What the patient agreed to" own={own}>
      <RadioCards legend="The patient" name="choice" options={CHOICES} value={choice} onChange={setChoice} />
      <SelectField
        label="Channel"
        value={channel}
        onChange={(event) => setChannel(event.target.value as Channel)}
        options={CHANNELS}
      />
      <CheckCards legend="For" options={KINDS} chosen={kinds} onChange={setKinds} />
    </EvidenceForm>
  );
}

/** The patient takes an opt-out back that they had told staff. */
export function OptInDialog({ slug, profile, open, onClose }: ConsentDialogProps) {
  const say = useToast();
  const refresh = useFreshPatients(slug);

  async function save(evidence: Evidence) {
    await optIn(slug, profile.record.id, evidence);
    await refresh();
    say(`${profile.record.name} may be contacted again.`);
    onClose();
  }

  return (
    <Dialog open={open} onClose={onClose} title="Patient opts back in" className={WIDTH}>
      <EvidenceForm onClose={onClose} save={save} action="Record" ready words="What the patient said">
        <p className="text-slate">Consent given before the opt-out applies again.</p>
      </EvidenceForm>
    </Dialog>
  );
}

interface EvidenceFormProps {
  /** The words of the practice's own form, which fill the field at a press. */
  own?: string | undefined;
  children: ReactNode;
  save: (evidence: Evidence) => Promise<void>;
  onClose: () => void;
  action: string;
  ready: boolean;
  /** The label of the field for the wording. */
  words: string;
}

/** A form that ends with how something is known: by what, and in which words. Who and when is written by itself. */
function EvidenceForm({ children, save, onClose, action, ready, words, own }: EvidenceFormProps) {
  const [source, setSource] = useState<Evidence['source']>('paper');
  const [wording, setWording] = useState('');
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t save. Please try again.'));

  return (
    <form className="mt-5 grid gap-5" onSubmit={send(() => save({ source, wording }))}>
      <Problem>{problem}</Problem>
      {children}
      <SelectField
        label="Source"
        value={source}
        onChange={(event) => setSource(event.target.value as Evidence['source'])}
        options={SOURCES}
      />
      <TextArea
        label={words}
        required
        maxLength={2000}
        value={wording}
        onChange={(event) => setWording(event.target.value)}
      />
      {own !== undefined && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setWording(own)}>
          Use our form’s wording
        </Button>
      )}
      <p className="text-sm text-slate">Your name and the time are recorded.</p>
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} disabled={!ready}>
          {action}
        </Button>
      </div>
    </form>
  );
}
