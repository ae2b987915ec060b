import { Channels } from './channels';
import { Closing } from './closing';
import { Faq } from './faq';
import { Hero } from './hero';
import { Jobs } from './jobs';
import { Manners } from './manners';
import { NightShift } from './night-shift';

/** `/`: what Mia is, what she does, and a way to hear her. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Channels />
      <Jobs />
      <NightShift />
      <Manners />
      <Faq />
      <Closing />
    </>
  );
}
