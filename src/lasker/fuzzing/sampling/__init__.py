"""The parts that random games are made of: boards, ways to go, deeds, turns and ends."""
