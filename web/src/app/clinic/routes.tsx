import { createBrowserRouter } from 'react-router';
import { NotFound } from './not-found';

/** Every screen behind the login. Screens load lazily: `lazy: () => import('@/features/…')`. */
export const router = createBrowserRouter([{ path: '*', element: <NotFound /> }]);
