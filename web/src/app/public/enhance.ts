import './public.css';
import { enhanceSite } from '@/features/site/enhance';
import { openLogin } from './login-opener';
import { watchVoiceOpeners } from './voice-opener';

enhanceSite();
openLogin();
watchVoiceOpeners();
