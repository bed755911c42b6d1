"""Who did what, when and why: every act of an organiser, and every alarm of the site's own."""
