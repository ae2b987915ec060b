import { Channels } from '../sections/channels';
import { Closing } from '../sections/closing';
import { Faq } from '../sections/faq';
import { Hero } from '../sections/hero';
import { Jobs } from '../sections/jobs';
import { Manners } from '../sections/manners';
import { NightShift } from '../sections/night-shift';

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
