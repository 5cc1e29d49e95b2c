import * as z from 'zod/mini'

/** Null if nobody specified the kind of problem, as in all Actions from before this field existed. */
export const ActionCategory = z.enum(['Fallen tree', 'Washout or mud', 'Damaged feature', 'Sign or post', 'Overgrown', 'Something else'])
export type ActionCategory = z.infer<typeof ActionCategory>
