import { useCallback, useEffect, useRef, useState } from 'react';
import type { Schemas } from '@/api/client';
import { tellPageAround } from '@/lib/embedding';
import { weekWords } from '@/lib/time/week-hours';
import { ErrorNote } from '@/ui/feedback/notes';
import { Loading } from '@/ui/feedback/spinner';
import { browserDevices } from '../call/browser-devices';
import type { CallDevices } from '../call/call-ports';
import { ChatClient, FrontOfficeCalls, FrontOfficeError, onWebsite, openWidget, type Site } from '../front-office';
import { useFocusKept } from '../use-focus-kept';
import { useVoice } from '../use-voice';
import { RatingBox } from './rating-box';
import { VoiceSheet } from '../voice-sheet';
import type { VoiceState } from '../voice-state';

type Opened = Schemas['OpenedWidgetOut'];

const SUGGESTIONS = ['When are you open?', 'I would like to book an appointment.', 'Please have someone call me back.'];

export interface WebsiteWidgetProps {
  site: Site;
  /** Tests bring their own. */
  devices?: CallDevices;
}

/** Mia of a practice on its own website: asks whose she is, and lets a visitor talk and write. */
export function WebsiteWidget({ site, devices = browserDevices }: WebsiteWidgetProps) {
  const { slug, key, page } = site;
  const [opened, setOpened] = useState<Opened | Error | null>(null);
  const open = useCallback(() => {
    openWidget({ slug, key, page })
      .then(setOpened)
      .catch((error: unknown) => setOpened(error instanceof Error ? error : new Error(String(error))));
  }, [slug, key, page]);
  useEffect(open, [open]);

  if (opened === null) return <Loading>Loading Mia...</Loading>;
  if (opened instanceof Error) {
    const again = opened instanceof FrontOfficeError && !opened.final ? open : undefined;
    return <ErrorNote onRetry={again}>{opened.message}</ErrorNote>;
  }
  return <Sheet opened={opened} site={site} devices={devices} />;
}

function Sheet({ opened, site, devices }: { opened: Opened; site: Site; devices: CallDevices }) {
  const [ports] = useState(() => {
    const beginnings = onWebsite(site);
    return { calls: new FrontOfficeCalls(beginnings), devices, chat: new ChatClient(beginnings) };
  });
  const voice = useVoice(true, ports);
  const talking = voice.state.phase === 'in-call';
  useEffect(() => tellPageAround(window, talking ? 'mia:in-call' : 'mia:no-call'), [talking]);
  const place = useRef<HTMLDivElement>(null);
  // The page around the frame keeps the focus until the visitor has come in.
  const used = useRef(false);
  useFocusKept(place, () => used.current, voice.state.phase);
  return (
    <div ref={place} className="contents" onFocus={() => (used.current = true)}>
      <VoiceSheet
        voice={voice}
        who={`AI receptionist, ${opened.practice}`}
        introduction={<Introduction opened={opened} />}
        suggestions={SUGGESTIONS}
      >
        {opened.asks_rating && ports.chat.mayRate && isRateable(voice.state) && <RatingBox onRate={(score) => ports.chat.rate(score)} />}
      </VoiceSheet>
    </div>
  );
}

/** Mia has greeted and answered in writing. */
function isRateable({ phase, captions }: VoiceState): boolean {
  return phase === 'ready' && captions.filter(({ who }) => who === 'mia').length > 1;
}

function Introduction({ opened: { greeting, open_now, places, kept_days } }: { opened: Opened }) {
  return (
    <>
      <p className="text-ink">{greeting}</p>
      <details className="voice-hours">
        <summary>{open_now ? 'Open now' : 'We’re closed, but Mia can help'}: opening hours</summary>
        <dl>
          {places.map(({ name, hours }) => (
            <div key={name}>
              <dt>{name}</dt>
              {hoursOf(hours).map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
        </dl>
      </details>
      <p>What you say is deleted within {kept_days === 1 ? 'one day' : `${kept_days} days`}.</p>
    </>
  );
}

function hoursOf(hours: Opened['places'][number]['hours']): string[] {
  const lines = weekWords(hours.map(({ weekday, opens, closes }) => ({ weekday, begins: opens, ends: closes })));
  return lines.length > 0 ? lines : ['By appointment'];
}
