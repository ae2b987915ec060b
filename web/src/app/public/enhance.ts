import './public.css';
