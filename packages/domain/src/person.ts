/** The person on whose behalf a rule is asked. Roles are cumulative: 0 Visitor, 1 Member, 2 Manager, 3 Coordinator, 4 Administrator. */
export type Actor = { id: string; name: string; role: number }

export const isManager = (actor: Pick<Actor, 'role'>) => actor.role >= 2
