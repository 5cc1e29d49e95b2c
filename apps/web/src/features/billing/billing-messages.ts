export const BILLING_MESSAGES = {
  offline: 'You are offline. Connect to the internet to manage your billing.',
  failed: (reason: string) => `An error occurred: ${reason}`,
  paid: 'Thank you. Your plan is active.',
  beingPaid: 'Thank you. Your plan will become active once your payment is confirmed.',
  cancelled: 'Checkout cancelled. You haven’t been charged.',
} as const
