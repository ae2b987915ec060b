import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { floors } from './eslint-rules/floors.js';

export default tseslint.config(
  { ignores: ['dist', 'packages/*/dist', '.ssr', 'node_modules', 'src/api/schema.d.ts', 'test-results', 'playwright-report'] },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'],
    plugins: { mia: { rules: { floors } }, 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    languageOptions: { globals: globals.browser },
    rules: {
      'mia/floors': 'error',
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true }],
    },
  },
  {
    files: ['src/features/**', 'src/lib/time/**', 'src/app/**'],
    // How long someone was idle, and when a step of a call came, is for this computer's clock; a countdown corrects it itself.
    ignores: ['src/features/identity/session/**', 'src/features/voice/**', 'src/features/leads/temporary/countdown.ts', 'src/lib/time/now.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...["CallExpression[callee.object.name='Date'][callee.property.name='now']", "NewExpression[callee.name='Date'][arguments.length=0]"].map(
          (selector) => ({ selector, message: "Ask lib/time/now: the practice's clock decides what is due, and this computer's may be wrong." }),
        ),
      ],
    },
  },
  { files: ['**/*.test.{ts,tsx}', 'e2e/**'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['e2e/**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@playwright/test', importNames: ['test'], message: 'Import it from ../test: it closes what a test opened.' }] },
      ],
    },
  },
  { files: ['scripts/**', 'bench/**', 'eslint-rules/**', '*.js'], languageOptions: { globals: globals.node } },
);
