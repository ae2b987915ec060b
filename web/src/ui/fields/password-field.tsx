import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../buttons/icon-button';
import { TextField, type TextFieldProps } from './text-field';

/** A field for a password, which can be shown and hidden again. Say by `autoComplete` whether it is a new one. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      required
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        </IconButton>
      }
    />
  );
}
