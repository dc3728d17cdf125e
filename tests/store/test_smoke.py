from tests.fixtures.studies import *
def test_it(bench):
    s = open_study(bench, lines(3), quorum=2)
    r = s.rater()
    p = r.one()
    x = r.submit(p)
    assert x.standing == "counted"
    from jurybox.studies import rating
    print(r.call(rating.about_study, reading=True))
    before = s.projections(); s.rebuild(); assert s.projections() == before
