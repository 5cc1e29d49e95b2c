/** The screens share one chunk, because each additional chunk would add a file name to home's download. */
export { ChangeEmail } from './change-email.tsx'
export { ChangeName } from './change-name.tsx'
export { ChangePassword } from './change-password.tsx'
export { DeleteAccount } from './delete-account.tsx'
