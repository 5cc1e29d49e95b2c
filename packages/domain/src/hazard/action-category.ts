import * as z from 'zod/mini'

/**
 * The kind of problem, from the reporter's point of view. Null if nobody specified it, as in all Actions from before this field existed.
 */
export const ActionCategory = z.enum(['Fallen tree', 'Washout or mud', 'Damaged feature', 'Sign or post', 'Overgrown', 'Something else'])
export type ActionCategory = z.infer<typeof ActionCategory>
