/** What the keys of the wizard's drafts in the tab's storage begin with: those who sign out take theirs along. */
export const DRAFT_PREFIX = 'registration-draft:'
