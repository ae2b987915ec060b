/** What practice owners ask before a demo. Also given to search engines, so every answer stands alone. */
export const FAQ = [
  [
    'Does Mia say that she is an AI?',
    'Yes, in her first sentence, on every channel. If a caller asks for a person, in any words, Mia puts the call at the top of your team’s call-back list right away.',
  ],
  [
    'Can two patients get the same time?',
    'No. Mia only offers times when the provider, room and location are available, and checks again when booking. If someone else just took the time, she says so and offers the next one.',
  ],
  [
    'What does Mia do with a medical question or an emergency?',
    'She doesn’t give medical advice. Clinical questions go to your team. If something sounds urgent, she says to call emergency services first and alerts your team.',
  ],
  [
    'What do you keep from conversations?',
    'Transcripts and messages are encrypted and kept for __RETENTION_DAYS__ days or less. Calls aren’t recorded unless the practice turns recording on and the caller agrees. We never sell data.',
  ],
  [
    'What happens after hours?',
    'Mia answers around the clock. She books, moves and explains appointments. In the morning, your team finds every conversation, booking and open question in the history.',
  ],
] as const;

/** Asked only where Mia can be talked to on the site itself, which a setting of the server decides. */
const TRY = [
  'Can I try Mia before talking to anyone?',
  'Yes, without signing up. Press Talk to Mia on this page to call a sample practice. What you say is deleted after 24 hours.',
] as const;

/** Questions and answers that open without JavaScript. */
export function Faq() {
  return (
    <section className="section grid gap-10 pt-0! lg:grid-cols-[2fr_3fr] lg:gap-20" aria-labelledby="faq-title">
      <h2 id="faq-title" className="section-title">
        Common questions
      </h2>
      <div className="border-b border-line">
        {[...FAQ, TRY].map(([question, answer]) => (
          <details key={question} {...(question === TRY[0] && { 'data-with-mia': true })} className="faq">
            <summary>
              {question}
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="m5 8 5 5 5-5" />
              </svg>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
