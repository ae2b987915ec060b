import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What a page may take to show something where other tests have the processors: a second was too short.
configure({ asyncUtilTimeout: 4_000 });

afterEach(cleanup);
