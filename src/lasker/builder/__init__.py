"""New games made by programs: a builder, drafts of rules files, and armies that fit boards."""
