import { queryOptions } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { $api, inClinic } from '@/api/queries';

export type QuestionGroup = Schemas['QuestionGroupOut'];

/** What Mia could not answer, and nobody has answered since. */
export const questionsQuery = (slug: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/settings/questions', inClinic(slug)));

export const answerQuestions = (slug: string, body: Schemas['AnswerIn']) =>
  answer(api.POST('/api/clinics/{slug}/settings/questions/answer', { ...inClinic(slug), body }));

/** What Mia says to some lines, with a change that is not saved. */
export const tryMia = (slug: string, body: Schemas['TryoutIn']) =>
  answer(api.POST('/api/clinics/{slug}/mia-tryouts', { ...inClinic(slug), body }));

export type EvalCase = Schemas['CaseOut'];
export type CaseValue = EvalCase['value'];

/** Conversations that should have gone another way. */
export const casesQuery = (slug: string) =>
  queryOptions($api.queryOptions('get', '/api/clinics/{slug}/settings/eval-cases', inClinic(slug)));

const caseOf = (slug: string, case_id: string) => ({ params: { path: { slug, case_id } } });

export const saveCase = (slug: string, id: string, body: Schemas['CaseIn']) =>
  answer(api.PUT('/api/clinics/{slug}/settings/eval-cases/{case_id}', { ...caseOf(slug, id), body }));

export const deleteCase = (slug: string, id: string) =>
  answer(api.DELETE('/api/clinics/{slug}/settings/eval-cases/{case_id}', caseOf(slug, id)));

export const dismissQuestions = (slug: string, question_ids: string[]) =>
  answer(api.POST('/api/clinics/{slug}/settings/questions/dismiss', { ...inClinic(slug), body: { question_ids } }));
