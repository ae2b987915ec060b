import './public.css';
import { watchVoiceOpeners } from './voice-opener';

watchVoiceOpeners();
