import { ChangePasswordRequest, RegisterRequest } from '@trailwarden/api'
import { NewPassword, PASSWORDS_DIFFER } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { PasswordField, type TextField } from '#ui/form/field.tsx'

type Typed = { password: string; confirm: string }

/** An unnoticed typo would lock the user out, so they type the password twice. */
const sameTwice = z.refine<Typed>(({ password, confirm }) => password === confirm, { path: ['confirm'], error: PASSWORDS_DIFFER })

export const SetPasswordForm = z.object({ password: NewPassword, confirm: z.string() }).check(sameTwice)
export const ChangePasswordForm = z.object({ ...ChangePasswordRequest.shape, confirm: z.string() }).check(sameTwice)
export const RegisterForm = z.object({ ...RegisterRequest.shape, confirm: z.string() }).check(sameTwice)

type Field = Omit<Parameters<typeof TextField>[0], 'label'>
type Form = { field(name: 'password' | 'confirm', options?: { onChange: () => void }): Field; recheck(name: 'confirm'): void }

export function NewPasswordFields({ form, label = 'Password' }: { form: Form; label?: string }) {
  return (
    <>
      <PasswordField
        {...form.field('password', { onChange: () => form.recheck('confirm') })}
        label={label}
        help="At least 6 characters, or 12 for managers"
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirm')} label={`Confirm ${label.toLowerCase()}`} autoComplete="new-password" />
    </>
  )
}
