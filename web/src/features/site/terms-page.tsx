import { Contact, LegalPage } from './legal-page';

/** `/terms-of-use` */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Use"
      lead="These terms apply to this site, to the demonstration of Mia on it, and to the clinic area. By using them you agree to the terms."
    >
      <h2>Who may use it</h2>
      <p>
        You must be 18 or older. The clinic area is for staff whom a practice has invited. Keep your password to yourself,
        and tell us at once if somebody else may know it.
      </p>
      <h2>What Mia is, and is not</h2>
      <p>
        Mia is an AI that handles calls, messages and bookings for a front office. She is not a medical professional.
        Nothing she says is medical advice, a diagnosis or a treatment.
      </p>
      <p>
        <strong>In an emergency call 911.</strong> Do not wait for an answer from Mia or from a practice.
      </p>
      <h2>The demonstration</h2>
      <p>
        The voice on this site plays the receptionist of an invented practice. Appointments made with it are not real.
        Please do not tell it anything about your health that you would not tell a stranger.
      </p>
      <h2>Fair use</h2>
      <ul>
        <li>Do not try to get at data of others, or to get around limits and protections.</li>
        <li>Do not use Mia to contact people who have not agreed to be contacted.</li>
        <li>Do not pass Mia off as a human being.</li>
        <li>Do not overload the service, or resell it without our agreement.</li>
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
        The site, its texts and the product belong to us. A practice’s data belongs to the practice. You may use the
        product as these terms and, where there is one, your agreement with us allow.
      </p>
      <h2>Availability and liability</h2>
      <p>
        We work to keep the service available, and do not promise that it always is. The demonstration is provided as it
        is, without warranty. To the extent that the law allows, we are not liable for indirect or consequential damage.
        Nothing here limits a liability that the law does not let us limit.
      </p>
      <h2>Privacy</h2>
      <p>
        How we handle data is said in the{' '}
        <a href="/privacy-policy" className="link">
          Privacy Policy
        </a>
        .
      </p>
      <h2>Law</h2>
      <p>
        These terms are governed by the law of the State of Florida, without regard to its rules on conflicts of law, and
        its courts decide disputes about them.
      </p>
      <h2>Changes and contact</h2>
      <p>
        We may change these terms; the page then shows the new date. Questions go to <Contact />.
      </p>
    </>
  );
}
