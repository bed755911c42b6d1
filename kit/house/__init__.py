"""The house bots: one module each, with a class `House` that plays; `kit.house_bots` lists them."""
