import { Contact, LegalPage } from './legal-page';

const DEMO_TALKS = 'Conversations with the demo practice on this site';

const KEPT = [
  ['Call transcripts, message texts, notes of calls', '__RETENTION_DAYS__ days or less', 'To answer, and to show the practice what was said'],
  [DEMO_TALKS, '24 hours', 'To let you try Mia'],
  ['Contact details left in a quick form', '30 minutes, unless the practice keeps them', 'To call you back'],
  ['Appointments, visits and consents', 'As long as the practice is our customer', 'They are the practice’s records'],
  ['The log of who looked at what', '6 years, without content', 'To prove that access was proper'],
] as const;

/** `/privacy-policy` */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="Mia answers the phones and messages of health practices. We keep as little as that takes, for as short a time as it takes, and sell none of it."
    >
      <h2>Who we are to you</h2>
      <p>
        If you are a patient of a practice that uses Mia, the practice decides about your data and we process it on the
        practice’s behalf, under an agreement that the law on health information requires. If you visit this site or work
        for a practice, we decide ourselves, and this page says how.
      </p>
      <h2>What is kept, how long, and why</h2>
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
        <li>We do not sell your data, and do not give it to anybody for advertising.</li>
        <li>We use no tracking cookies. This site sets no cookie at all until you log in; then one keeps you logged in.</li>
        <li>This site loads nothing from other companies: fonts, scripts and media are our own.</li>
        <li>Two notes may stay on your own device: whether you paused motion, and that somebody logged in there.</li>
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
        Mia is an AI and says so at the start of every conversation. You may ask for a person at any time. Your microphone
        is used only during a call that you started, and your browser shows when it is on.
      </p>
      <p>
        Calls are turned into text so that they can be answered. Sound is not recorded unless the practice has turned
        recording on and you have agreed to it in the call.
      </p>
      <h2>How it is protected</h2>
      <p>
        Names, numbers, messages and transcripts are encrypted before they are stored. Each practice sees its own records
        only, staff see what their role needs, and every look at health information is logged.
      </p>
      <h2>Age</h2>
      <p>You must be 18 or older to use this site and to talk to Mia for yourself.</p>
      <h2>Deletion, access and opting out</h2>
      <p>
        Write to <Contact /> and say what you would like: a copy of your data, its deletion, or no more messages. You can
        also answer STOP to any message, in any words. If your request concerns a practice’s records, we pass it on to the
        practice and help it to answer you.
      </p>
      <h2>Changes</h2>
      <p>When this policy changes, this page changes with it, and shows the new date.</p>
    </>
  );
}
