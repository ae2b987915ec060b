import { Contact, LegalPage } from './legal-page';

const DEMO_TALKS = 'Conversations with the demo practice on this site';

const KEPT = [
  ['Call transcripts, message texts, notes of calls', '__RETENTION_DAYS__ days or less', 'To answer, and to show the practice what was said'],
  [DEMO_TALKS, '24 hours', 'To let you try Mia'],
  ['Contact details left in a quick form', '30 minutes, unless the practice saves them', 'To call you back'],
  ['Appointments, visits and consents', 'While the practice is our customer', 'They are the practice’s records'],
  ['Access logs', '6 years, without content', 'To show that access was proper'],
] as const;

/** `/privacy-policy` */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="Mia answers phones and messages for health practices. We keep as little as possible, for as short a time as possible, and sell none of it."
    >
      <h2>Our role</h2>
      <p>
        If you are a patient of a practice that uses Mia, the practice controls your data and we process it on the practice’s behalf, under the agreement required by health-information law. If you visit this site or work for a practice, we control your data as described here.
      </p>
      <h2>What we keep, for how long, and why</h2>
      <p>
        Protected health information is kept for 30 days or less by default. The period in force on this installation is
        __RETENTION_DAYS__ days.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {KEPT.map(([what, long, why]) => (
            <tr key={what} {...(what === DEMO_TALKS && { 'data-with-mia': true })}>
              <th scope="row">{what}</th>
              <td>{long}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>What we do not do</h2>
      <ul>
        <li>We do not sell your data or share it for advertising.</li>
        <li>We use no tracking cookies. This site sets no cookies until you log in; then one keeps you logged in.</li>
        <li>This site loads nothing from other companies: fonts, scripts and media are our own.</li>
        <li>Your device may store two preferences: whether you paused motion, and whether someone has logged in on it.</li>
      </ul>
      <PrivacyRights />
    </LegalPage>
  );
}

/** What happens in a conversation, how data is protected, and what you can ask of us. */
function PrivacyRights() {
  return (
    <>
      <h2>Talking to an AI</h2>
      <p>
        Mia is an AI and says so at the start of every conversation. You can ask for a person at any time. Your microphone is only used during a call you start, and your browser shows when it’s on.
      </p>
      <p>
        Calls are transcribed so Mia can answer them. Calls aren’t recorded unless the practice has turned recording on and you agree during the call.
      </p>
      <h2>How it is protected</h2>
      <p>
        Names, numbers, messages and transcripts are encrypted before they are stored. Each practice sees only its own records, staff see what their role requires, and every view of health information is logged.
      </p>
      <h2>Age</h2>
      <p>You must be 18 or older to use this site and to talk to Mia for yourself.</p>
      <h2>Deletion, access and opting out</h2>
      <p>
        Email <Contact /> to request a copy of your data, its deletion, or no more messages. You can also reply STOP to any message, in any words. If your request concerns a practice’s records, we pass it to the practice and help it respond.
      </p>
      <h2>Changes</h2>
      <p>If this policy changes, we’ll update this page and its date.</p>
    </>
  );
}
