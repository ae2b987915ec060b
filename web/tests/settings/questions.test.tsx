import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { OpenQuestions } from '@/features/settings/teaching/open-questions';
import { examplesOf, widened } from '@/features/settings/teaching/wordings';
import { FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const QUESTIONS = `/api/clinics/${SLUG}/settings/questions`;
const wifi = { question_ids: ['qst_1', 'qst_2'], wordings: ['Is there wifi?', '[name] here, any internet?'], last_asked_at: '2026-03-24T14:00:00Z' };
const parking = { id: 'fct_1', version: 'v1', value: { topic: 'Parking', questions: ['Where do I park?'], answer: 'Behind the house.', answer_es: 'Detrás.' } };
const settings = { retention: { version: '', value: { content_days: 30 } }, facts: [parking] };

function open(groups: unknown[]) {
  const office = new FakeOffice().on(`GET ${QUESTIONS}`, () => ({ json: { groups } }));
  show(<OpenQuestions slug={SLUG} timeZone="America/New_York" settings={settings as never} />);
  return office;
}

test('an answer begins with wordings in which nothing was left out', () => {
  expect(examplesOf(['[name] here. Do you take CareCredit?', 'Is CareCredit OK?'])).toEqual(['Is CareCredit OK?']);
  expect(examplesOf(['[name], do you take CareCredit?'])).toEqual(['do you take CareCredit?']);
});

test('an answer that stands takes new wordings after its own, each once', () => {
  expect(widened(['Is there wifi?'], ['is there WiFi', 'Any internet?'])).toEqual(['Is there wifi?', 'Any internet?']);
});

test('a question is answered in plain words, and leaves the list', async () => {
  const user = userEvent.setup();
  const office = open([wifi]);
  await screen.findByText('Asked 2 times, last Mar 24', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Answer “Is there wifi?”' }));
  await user.type(screen.getByLabelText('Topic'), 'Wi-Fi');
  await user.type(screen.getByLabelText('Answer'), 'Yes.');
  await user.click(screen.getByText('In Spanish (optional)'));
  await user.type(await screen.findByLabelText('Answer in Spanish'), 'Sí.');
  office.on(`POST ${QUESTIONS}/answer`, () => ({ json: settings })).on(`GET ${QUESTIONS}`, () => ({ json: { groups: [] } }));
  await user.click(screen.getByRole('button', { name: 'Save answer' }));
  await screen.findByText('No open questions');
  expect(office.askedOf(`POST ${QUESTIONS}/answer`)[0]?.body).toEqual({
    question_ids: ['qst_1', 'qst_2'],
    value: { topic: 'Wi-Fi', questions: ['Is there wifi?'], answer: 'Yes.', answer_es: 'Sí.' },
    item_id: null,
    version: '',
  });
});

test('wordings go to an answer that stands, and what the server says against it is told', async () => {
  const user = userEvent.setup();
  const office = open([wifi]);
  await user.click(await screen.findByRole('button', { name: 'Answer “Is there wifi?”' }));
  await user.selectOptions(screen.getByLabelText('Add to'), 'Parking');
  expect(screen.getByLabelText('Answer')).toHaveProperty('value', 'Behind the house.');
  expect(screen.getByLabelText('Answer in Spanish')).toHaveProperty('value', 'Detrás.');
  office.refuse(`POST ${QUESTIONS}/answer`, 409, 'Someone has answered or dismissed this already.');
  await user.click(screen.getByRole('button', { name: 'Save answer' }));
  await screen.findByText('Someone has answered or dismissed this already.');
  expect(office.askedOf(`POST ${QUESTIONS}/answer`)[0]?.body).toMatchObject({ item_id: 'fct_1', version: 'v1' });
});

test('a question that needs no answer is dismissed', async () => {
  const user = userEvent.setup();
  const office = open([wifi]).on(`POST ${QUESTIONS}/dismiss`, () => ({ status: 204 }));
  await user.click(await screen.findByRole('button', { name: 'Dismiss “Is there wifi?”' }));
  await screen.findByText('Question dismissed.');
  expect(office.askedOf(`POST ${QUESTIONS}/dismiss`)[0]?.body).toEqual({ question_ids: ['qst_1', 'qst_2'] });
});
