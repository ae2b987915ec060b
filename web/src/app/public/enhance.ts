import './public.css';
import { enhanceSite } from '@/features/site/enhance';
import { watchVoiceOpeners } from './voice-opener';

const loginForm = document.querySelector('[data-login-form]');
if (loginForm) void import('./login-island').then(({ bringToLife }) => bringToLife(loginForm));

enhanceSite();
watchVoiceOpeners();
