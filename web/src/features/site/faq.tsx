/** What practice owners ask before a demo. Also given to search engines, so every answer stands alone. */
export const FAQ = [
  [
    'Does Mia say that she is an AI?',
    'Yes, in her first sentence, on every channel. Whoever would rather talk to a person says so, in any words, and Mia puts the call back at the top of your team’s list at once.',
  ],
  [
    'Can two patients be given the same time?',
    'No. Mia offers only times at which provider, room and opening hours are free, and checks again at the moment of booking. If somebody was faster, she says so and offers the next time.',
  ],
  [
    'What does she do with a medical question or an emergency?',
    'She does not give medical advice. Clinical questions go to your team. When something sounds urgent she says to call emergency services first, and alerts your team.',
  ],
  [
    'What is kept of a conversation?',
    'Transcripts and message texts are kept for __RETENTION_DAYS__ days or less and are encrypted before they are stored. Sound is not recorded unless the practice turns recording on and the caller agrees. Nothing is sold.',
  ],
  [
    'What happens after closing time?',
    'Mia answers day and night. She books, moves and explains, and your team finds every conversation, visit and open question in the history in the morning.',
  ],
] as const;

/** Asked only where Mia can be talked to on the site itself, which a setting of the server decides. */
const TRY = [
  'Can I try Mia before I talk to anybody?',
  'Yes. Press Talk to Mia on this page and call the receptionist of a practice we made up, without signing up. What you say is deleted after 24 hours.',
] as const;

/** Questions and answers that open without JavaScript. */
export function Faq() {
  return (
    <section className="section grid gap-10 pt-0! lg:grid-cols-[2fr_3fr] lg:gap-20" aria-labelledby="faq-title">
      <h2 id="faq-title" className="section-title">
        Asked before every demo
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
