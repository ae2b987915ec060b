import { Contact, LegalPage } from './legal-page';

/** `/terms-of-use` */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Use"
      lead="These terms apply to this site, the Mia demo on it, and the clinic dashboard. By using them, you agree to these terms."
    >
      <h2>Who may use it</h2>
      <p>
        You must be 18 or older. The clinic dashboard is for staff invited by a practice. Keep your password private, and tell us right away if someone else may know it.
      </p>
      <h2>What Mia is, and is not</h2>
      <p>
        Mia is an AI that handles calls, messages and bookings for a front office. She is not a medical professional. Nothing she says is medical advice, a diagnosis or treatment.
      </p>
      <p>
        <strong>In an emergency call 911.</strong> Do not wait for an answer from Mia or from a practice.
      </p>
      <h2>The demo</h2>
      <p>
        The voice on this site plays the receptionist of a fictional practice. Appointments made with it aren’t real. Please don’t share health information you wouldn’t share with a stranger.
      </p>
      <h2>Fair use</h2>
      <ul>
        <li>Don’t try to access other people’s data or bypass limits and safeguards.</li>
        <li>Don’t use Mia to contact people who haven’t agreed to be contacted.</li>
        <li>Don’t present Mia as a human.</li>
        <li>Don’t overload the service or resell it without our agreement.</li>
      </ul>
      <TermsInLaw />
    </LegalPage>
  );
}

/** Rights, liability, the law that applies, and how to reach us. */
function TermsInLaw() {
  return (
    <>
      <h2>Content and rights</h2>
      <p>
        The site, its content and the product belong to us. A practice’s data belongs to the practice. You may use the product as permitted by these terms and any agreement with us.
      </p>
      <h2>Availability and liability</h2>
      <p>
        We work to keep the service available but don’t guarantee it. The demo is provided as is, without warranty. To the extent permitted by law, we are not liable for indirect or consequential damages. Nothing here limits liability that can’t be limited by law.
      </p>
      <h2>Privacy</h2>
      <p>
        How we handle data is described in the{' '}
        <a href="/privacy-policy" className="link">
          Privacy Policy
        </a>
        .
      </p>
      <h2>Law</h2>
      <p>
        These terms are governed by the laws of the State of Florida, without regard to its conflict-of-law rules, and its courts have jurisdiction over disputes.
      </p>
      <h2>Changes and contact</h2>
      <p>
        We may change these terms; the page will show the new date. Questions go to <Contact />.
      </p>
    </>
  );
}
