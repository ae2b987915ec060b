import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TryOut, TryOutBelow } from '@/features/settings/teaching/try-out';
import { FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const TRY = `/api/clinics/${SLUG}/mia-tryouts`;
const wifi = { topic: 'Wi-Fi', questions: [], answer: 'Yes.', answer_es: '' };

function mia(answers: (lines: string[]) => string[], ended = false) {
  return new FakeOffice().on(`POST ${TRY}`, ({ body }) => ({
    json: { greeting: 'Hi, this is Mia.', answers: answers((body as { lines: string[] }).lines), ended },
  }));
}

test('each line is asked with all before it and the draft at hand, and may be asked again', async () => {
  const user = userEvent.setup();
  const office = mia((lines) => lines.map((line) => `Answer to ${line}`));
  show(<TryOut slug={SLUG} draft={{ fact: { item_id: null, value: wifi } }} />);
  const field = screen.getByLabelText('Write as a patient would');
  await user.type(field, 'one{Enter}');
  await screen.findByText('Answer to one');
  await user.type(field, 'two');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Answer to two');
  await user.click(screen.getByRole('button', { name: 'Ask the same again' }));
  await vi.waitFor(() => expect(office.askedOf(`POST ${TRY}`)).toHaveLength(3));
  expect(office.askedOf(`POST ${TRY}`)[2]?.body).toEqual({ lines: ['one', 'two'], fact: { item_id: null, value: wifi } });
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.queryByText('Answer to one')).toBeNull();
});

test('after her goodbye nothing more is asked', async () => {
  const user = userEvent.setup();
  mia(() => ['Goodbye.'], true);
  show(<TryOut slug={SLUG} draft={{}} />);
  await user.type(screen.getByLabelText('Write as a patient would'), 'bye{Enter}');
  await screen.findByText('The conversation has ended.');
  expect(screen.getByLabelText('Write as a patient would')).toHaveProperty('disabled', true);
});

test('within a form Enter asks Mia and saves nothing; what she could not do is told, and the line stays', async () => {
  const user = userEvent.setup();
  const office = new FakeOffice().refuse(`POST ${TRY}`, 422, 'Check the highlighted fields.');
  const saved = vi.fn();
  show(
    <form onSubmit={saved}>
      <TryOutBelow slug={SLUG} draft={{}} />
    </form>,
  );
  await user.click(screen.getByRole('button', { name: 'Try this answer' }));
  await user.type(screen.getByLabelText('Write as a patient would'), 'hi{Enter}');
  await screen.findByText('Check the highlighted fields.');
  expect(screen.getByLabelText('Write as a patient would')).toHaveProperty('value', 'hi');
  expect([office.asked.length, saved.mock.calls.length]).toEqual([1, 0]);
});
