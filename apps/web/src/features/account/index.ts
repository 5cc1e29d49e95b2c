import { MEMBER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

const ownAccount = () => import('./own-account.ts')

export const account = defineFeature({
  name: 'account',
  screens: [
    { path: '/login', title: 'Login', access: 'visitors', load: () => import('./login/login.tsx').then((m) => m.Login) },
    { path: '/register', title: 'Register', access: 'visitors', load: () => import('./login/register.tsx').then((m) => m.Register) },
    {
      path: '/reset-password',
      title: 'Reset password',
      access: 'everyone',
      load: () => import('./login/reset-password.tsx').then((m) => m.ResetPassword),
    },
    {
      path: '/confirm-email',
      title: 'Confirm email',
      access: 'everyone',
      load: () => import('./login/confirm-email.tsx').then((m) => m.ConfirmEmail),
    },
    { path: '/change-email', title: 'Change email', access: MEMBER, load: () => ownAccount().then((m) => m.ChangeEmail) },
    { path: '/change-password', title: 'Change password', access: MEMBER, load: () => ownAccount().then((m) => m.ChangePassword) },
    { path: '/change-name', title: 'Change name', access: MEMBER, load: () => ownAccount().then((m) => m.ChangeName) },
    { path: '/delete-account', title: 'Delete account', access: MEMBER, load: () => ownAccount().then((m) => m.DeleteAccount) },
    { path: '/passkeys', title: 'Passkeys', access: MEMBER, load: () => import('./passkeys.tsx').then((m) => m.Passkeys) },
  ],
  tabs: [
    {
      page: 'account',
      path: 'details',
      title: 'Details',
      role: MEMBER,
      load: () => import('./account-details.tsx').then((m) => m.AccountDetails),
    },
    {
      page: 'account',
      path: 'profile',
      title: 'Profile',
      role: MEMBER,
      load: () => import('./account-profile.tsx').then((m) => m.AccountProfile),
    },
  ],
})
