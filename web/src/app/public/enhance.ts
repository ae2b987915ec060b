import './public.css';
import { enhanceSite } from '@/features/site/enhance';
import { watchVoiceOpeners } from './voice-opener';

enhanceSite();
watchVoiceOpeners();
