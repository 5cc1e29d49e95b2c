/** What members change of their own account: one download, because each more is a name in that of home. */
export { ChangeEmail } from './change-email.tsx'
export { ChangeName } from './change-name.tsx'
export { ChangePassword } from './change-password.tsx'
export { DeleteAccount } from './delete-account.tsx'
