// Test suites, their tests and their runs. A provider's model tests and judges.
import { entity, keep, page } from '../fits.mjs';

const suite = entity();
const test = entity('testSuiteId', 'type', 'script', 'scorers');
const run = entity('status', 'testSuiteId', 'testResults');
const tester = { name: 'Caller', model: { provider: 'openai', model: 'small' } };

export const steps = {
  testSuiteControllerCreate: ({ api, made }) => ({
    ask: api.testSuite.testSuiteControllerCreate({
      name: 'Front desk',
      targetPlan: { assistantId: made.assistant.id },
      testerPlan: { assistant: tester },
    }),
    fits: keep(made, 'suite', suite),
  }),
  testSuiteControllerFindAllPaginated: ({ api }) => ({
    ask: api.testSuite.testSuiteControllerFindAllPaginated({ limit: 5, page: 1 }),
    fits: page(suite),
  }),
  testSuiteControllerFindOne: ({ api, made }) => ({
    ask: api.testSuite.testSuiteControllerFindOne(made.suite.id),
    fits: suite,
  }),
  testSuiteControllerUpdate: ({ api, made }) => ({
    ask: api.testSuite.testSuiteControllerUpdate(made.suite.id, { name: 'Back office' }),
    fits: (value) => (value.name === 'Back office' ? '' : 'not renamed'),
  }),
  testSuiteTestControllerCreate: ({ api, made }) => ({
    ask: api.testSuite.testSuiteTestControllerCreate(made.suite.id, {
      type: 'chat',
      script: 'Ask what a visit costs.',
      scorers: [{ type: 'ai', rubric: 'The assistant names a price.' }],
      numAttempts: 2,
    }),
    fits: keep(made, 'suiteTest', test),
  }),
  testSuiteTestControllerFindAllPaginated: ({ api, made }) => ({
    ask: api.testSuite.testSuiteTestControllerFindAllPaginated(made.suite.id, { sortOrder: 'ASC' }),
    fits: page(test),
  }),
  testSuiteTestControllerFindOne: ({ api, made }) => ({
    ask: api.testSuite.testSuiteTestControllerFindOne(made.suite.id, made.suiteTest.id),
    fits: test,
  }),
  testSuiteTestControllerUpdate: ({ api, made }) => ({
    ask: api.testSuite.testSuiteTestControllerUpdate(made.suite.id, made.suiteTest.id, { type: 'chat', numAttempts: 1 }),
    fits: (value) => (value.numAttempts === 1 ? '' : 'not changed'),
  }),
  testSuiteRunControllerCreate: ({ api, made }) => ({
    ask: api.testSuite.testSuiteRunControllerCreate(made.suite.id, { name: 'Nightly' }),
    fits: keep(made, 'suiteRun', (value) => run(value) || (value.status === 'queued' ? '' : 'not queued')),
  }),
  testSuiteRunControllerFindAllPaginated: ({ api, made }) => ({
    ask: api.testSuite.testSuiteRunControllerFindAllPaginated(made.suite.id, {}),
    fits: page(run),
  }),
  testSuiteRunControllerFindOne: ({ api, made }) => ({
    ask: api.testSuite.testSuiteRunControllerFindOne(made.suite.id, made.suiteRun.id),
    fits: (value) => run(value) || (value.testResults.length === 1 ? '' : 'no test in it'),
  }),
  testSuiteRunControllerUpdate: ({ api, made }) => ({
    ask: api.testSuite.testSuiteRunControllerUpdate(made.suite.id, made.suiteRun.id, { name: 'Weekly' }),
    fits: (value) => (value.name === 'Weekly' ? '' : 'not renamed'),
  }),
  testSuiteRunControllerRemove: ({ api, made }) => ({
    ask: api.testSuite.testSuiteRunControllerRemove(made.suite.id, made.suiteRun.id),
    fits: run,
  }),
  testSuiteTestControllerRemove: ({ api, made }) => ({
    ask: api.testSuite.testSuiteTestControllerRemove(made.suite.id, made.suiteTest.id),
    fits: test,
  }),
  testSuiteControllerRemove: ({ api, made }) => ({
    ask: api.testSuite.testSuiteControllerRemove(made.suite.id),
    fits: suite,
  }),
};
